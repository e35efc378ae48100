import { texts } from '../texts.ts';
import { ActionCard } from './action-card.tsx';
import { Files } from './files.tsx';
import { HeldBecause } from './held-because.tsx';
import { OutputText } from './output-text.tsx';
import type { Output } from './output-queries.ts';
import { RuleFindings } from './rule-findings.tsx';

/** What a reviewer reads to decide: why, what, and out of what. */
export function OutputBody({ output }: { readonly output: Output }) {
  const { action, input, appliedRules, attachments } = output;
  return (
    <div className="@container space-y-5">
      <HeldBecause output={output} />
      {action && <ActionCard action={action} />}
      {(output.output !== null || input !== null) && (
        <div
          className={`grid gap-5 ${input === null || output.output === null ? '' : '@3xl:grid-cols-2'}`}
        >
          {output.output !== null && (
            <OutputText
              key={`output ${output.id}`}
              title={texts.output.output}
              text={output.output}
              rules={appliedRules}
            />
          )}
          {input !== null && (
            <OutputText key={`input ${output.id}`} title={texts.output.input} text={input} />
          )}
        </div>
      )}
      {attachments.length > 0 && (
        <section aria-label={texts.output.files}>
          <h3 className="mb-1.5 text-sm">{texts.output.files}</h3>
          <Files files={attachments} />
        </section>
      )}
      {appliedRules.length > 0 && (
        <section aria-label={texts.output.rules}>
          <h3 className="text-sm">{texts.output.rules}</h3>
          <RuleFindings rules={appliedRules} />
        </section>
      )}
    </div>
  );
}
