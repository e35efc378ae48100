import { DecisionBadge } from '../components/badge.tsx';
import { Moment } from '../components/moment.tsx';
import type { Output } from '../outputs/output-queries.ts';
import { texts } from '../texts.ts';

/** Who decided what, and when; nothing where nobody has. */
export function DecidedNotice({ output }: { readonly output: Output }) {
  const { humanDecision, decidedBy, decidedAt, comment } = output;
  if (humanDecision === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <DecisionBadge decision={humanDecision} />
      <span className="text-soft">{texts.decide.by(decidedBy ?? texts.queue.somebody)}</span>
      {decidedAt !== null && (
        <span className="text-faint">
          <Moment at={decidedAt} />
        </span>
      )}
      {comment !== null && <span className="min-w-0 break-words">“{comment}”</span>}
    </div>
  );
}
