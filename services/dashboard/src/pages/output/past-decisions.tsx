import { Badge, DecisionBadge } from '../../components/badge.tsx';
import { Moment } from '../../components/moment.tsx';
import { Card } from '../../components/page.tsx';
import { PlainText } from '../../outputs/plain-text.tsx';
import type { Output } from '../../outputs/output-queries.ts';
import { texts } from '../../texts.ts';

/** Every decision there was, those that were taken back too. */
export function PastDecisions({ decisions }: { readonly decisions: Output['decisions'] }) {
  if (decisions.length === 0) return null;
  return (
    <Card title={texts.output.decisions}>
      <ol className="space-y-4">
        {decisions.map(({ decision, comment, correctedOutput, by, at, clearedAt }) => (
          <li key={at} className="space-y-1 text-sm">
            <div className="flex flex-wrap items-center gap-2">
              <DecisionBadge decision={decision} />
              {clearedAt !== null && <Badge>{texts.output.cleared}</Badge>}
              <span className="text-xs text-faint">
                <Moment at={at} />
              </span>
            </div>
            <p className="text-xs break-words text-soft">{by}</p>
            {comment !== null && <p className="break-words">{comment}</p>}
            {correctedOutput !== null && (
              <PlainText label={texts.output.corrected} text={correctedOutput} />
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
