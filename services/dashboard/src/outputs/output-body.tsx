import { Download, FileText, Flag, Zap } from 'lucide-react';

import { formatBytes } from '../formats.ts';
import { FileContent } from './file-content.tsx';
import { JsonView } from './json-view.tsx';
import { OutputText } from './output-text.tsx';
import { PlainWords } from './plain-text.tsx';
import type { AppliedRule, Attachment, Output } from './queries.ts';
import { RuleFindings } from './rule-findings.tsx';
import { nameActor, texts } from './texts.ts';

const SHORT_WHERE_ABOVE = 'min-w-0 [--text-height:9rem] @3xl:[--text-height:60dvh]';

/** What a reviewer needs to decide: why it is held, the output, and its input. */
export function OutputBody({ output }: { readonly output: Output }) {
  const { action, input, attachments } = output;
  const appliedRules = liveRules(output);
  // The rules that objected are shown above, as the reasons why it is held.
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
            // Shortened above the output, so that the output stays in view.
            <div className={output.output === null ? '' : SHORT_WHERE_ABOVE}>
              <OutputText key={`input ${output.id}`} title={texts.input} text={input} />
            </div>
          )}
          {output.output !== null && (
            <OutputText
              key={`output ${output.id}`}
              title={texts.output}
              text={output.output}
              rules={appliedRules}
            />
          )}
        </div>
      )}
      {attachments.length > 0 && (
        <section aria-label={texts.files}>
          <h3 className="mb-1.5 text-sm">{texts.files}</h3>
          <Files files={attachments} />
        </section>
      )}
      {others.length > 0 && (
        <section aria-label={texts.rules}>
          <h3 className="text-sm">{texts.rules}</h3>
          <RuleFindings rules={others} />
        </section>
      )}
    </div>
  );
}

/** Files that the AI received or produced, with previews. */
function Files({ files }: { readonly files: readonly Attachment[] }) {
  return (
    <ul className="grid gap-3 @2xl:grid-cols-2">
      {files.map((file) => (
        <li key={file.key} className="overflow-hidden rounded-lg border border-line bg-surface">
          <FileContent file={file} />
          <div className="flex items-center gap-2 px-3 py-2">
            <FileText size="1rem" aria-hidden className="shrink-0 text-faint" />
            <div className="min-w-0 flex-1">
              <p className="truncate text-sm font-medium">
                <PlainWords text={file.label ?? file.filename} />
              </p>
              <p className="truncate text-xs text-faint">
                {`${texts.fileRoles[file.role]} · ${file.contentType} · ${formatBytes(file.sizeBytes)}`}
              </p>
            </div>
            <a
              href={`${file.url}?download=1`}
              download
              aria-label={texts.download(file.filename)}
              className="rounded-md p-2 text-soft hover:bg-sunken"
            >
              <Download size="1rem" aria-hidden />
            </a>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** An action that the AI proposes, with all its params. */
function ActionCard({ action }: { readonly action: NonNullable<Output['action']> }) {
  const { name, summary, params } = action;
  const hasParams = typeof params === 'object' && params !== null && Object.keys(params).length > 0;
  return (
    <section
      aria-label={texts.action}
      className="rounded-lg border border-line bg-raised p-4 shadow-card"
    >
      <div className="flex items-start gap-3">
        <span className="flex size-8 shrink-0 items-center justify-center rounded-md bg-accent-soft text-accent">
          <Zap size="1rem" aria-hidden />
        </span>
        <div className="min-w-0 flex-1">
          <p className="text-xs text-faint">{texts.action}</p>
          <h3 className="font-mono text-sm break-words">
            <PlainWords text={name} />
          </h3>
          <p className="mt-1 text-sm break-words text-soft">
            <PlainWords text={summary} />
          </p>
        </div>
      </div>
      {hasParams && (
        <div className="mt-3">
          <JsonView label={texts.parameters} value={params} />
        </div>
      )}
    </section>
  );
}

/** Why the output is held: each reason once and in full. */
function HeldBecause({ output }: { readonly output: Output }) {
  if (!isHeld(output)) return null;
  const objecting = liveRules(output).filter(isObjecting);
  const lines = linesOf(output, objecting.length > 0);
  if (lines.length === 0 && objecting.length === 0) return null;
  const isError = output.status === 'error';
  return (
    <section
      aria-label={texts.heldBecause}
      className={`flex gap-2.5 rounded-md px-3 py-2.5 text-sm ${isError ? 'bg-bad-soft text-bad' : 'bg-warn-soft text-warn'}`}
    >
      <Flag size="1rem" aria-hidden className="mt-1 shrink-0" />
      <div className="min-w-0 flex-1 break-words">
        {lines.map((line, place) => (
          <p key={place} className="py-0.5">
            <PlainWords text={line} />
          </p>
        ))}
        {objecting.length > 0 && (
          <div className="-my-1 text-ink">
            <RuleFindings rules={objecting} />
          </div>
        )}
      </div>
    </section>
  );
}

function linesOf(output: Output, isByRules: boolean): readonly string[] {
  const { requireApproval, flaggedBy, flagReason, explanation, verdict } = output;
  const lines = [
    ...(requireApproval ? [texts.needsApproval] : []),
    ...(flaggedBy === null ? [] : [texts.flaggedBy(nameActor(flaggedBy))]),
    ...(flagReason === null ? [] : [flagReason]),
  ];
  // The rules already explain it; the explanation of an output that passed its rules adds nothing.
  const isExplained =
    isByRules || explanation === null || flagReason !== null || verdict === 'pass';
  return isExplained ? lines : [...lines, explanation];
}

/** Whether a person has to decide the output, or had to. */
function isHeld({ status }: Pick<Output, 'status'>): boolean {
  return status === 'flagged' || status === 'error';
}

/** The rules that made the verdict. The others must not influence the reviewer. */
function liveRules({ appliedRules }: Output): readonly AppliedRule[] {
  return appliedRules.filter(({ shadow }) => !shadow);
}

/** Whether a rule is a reason for the hold. */
function isObjecting({ outcome }: Pick<AppliedRule, 'outcome'>): boolean {
  return outcome === 'failed' || outcome === 'error';
}
