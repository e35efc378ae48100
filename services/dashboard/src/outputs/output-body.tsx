import { texts } from '../texts.ts';
import { ActionCard } from './action-card.tsx';
import { Files } from './files.tsx';
import { HeldBecause } from './held-because.tsx';
import { isHeld, isObjecting } from './held.ts';
import { OutputText } from './output-text.tsx';
import type { Output } from './output-queries.ts';
import { RuleFindings } from './rule-findings.tsx';

const SHORT_WHERE_ABOVE = 'min-w-0 [--text-height:9rem] @3xl:[--text-height:60dvh]';

/** What a reviewer reads to decide: why, what, and out of what. */
export function OutputBody({ output }: { readonly output: Output }) {
  const { action, input, attachments, appliedRules } = output;
  // Those that objected say above why it is held.
  const others = isHeld(output) ? appliedRules.filter((rule) => !isObjecting(rule)) : appliedRules;
  return (
    <div className="@container space-y-5">
      <HeldBecause output={output} />
      {action && <ActionCard action={action} />}
      {(output.output !== null || input !== null) && (
        <div
          className={`grid gap-5 ${input === null || output.output === null ? '' : '@3xl:grid-cols-[2fr_3fr]'}`}
        >
          {input !== null && (
            // Above what came of it, it leaves that in sight.
            <div className={output.output === null ? '' : SHORT_WHERE_ABOVE}>
              <OutputText key={`input ${output.id}`} title={texts.output.input} text={input} />
            </div>
          )}
          {output.output !== null && (
            <OutputText
              key={`output ${output.id}`}
              title={texts.output.output}
              text={output.output}
              rules={appliedRules}
            />
          )}
        </div>
      )}
      {attachments.length > 0 && (
        <section aria-label={texts.output.files}>
          <h3 className="mb-1.5 text-sm">{texts.output.files}</h3>
          <Files files={attachments} />
        </section>
      )}
      {others.length > 0 && (
        <section aria-label={texts.output.rules}>
          <h3 className="text-sm">{texts.output.rules}</h3>
          <RuleFindings rules={others} />
        </section>
      )}
    </div>
  );
}
