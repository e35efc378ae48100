import { Flag } from 'lucide-react';

import { texts } from '../texts.ts';
import { PlainWords } from './plain-words.tsx';
import type { Output } from './output-queries.ts';

/** Why a person is asked, in a sentence. */
export function HeldBecause({ output }: { readonly output: Output }) {
  const { status, explanation, requireApproval, flaggedBy, verdict } = output;
  if (status !== 'flagged' && status !== 'error') return null;
  const lines = [
    ...(requireApproval ? [texts.output.needsApproval] : []),
    ...(flaggedBy === null ? [] : [texts.output.flaggedBy(flaggedBy)]),
    // Of one that passed its rules the explanation says no more than that.
    ...(explanation !== null && verdict !== 'pass' ? [explanation] : []),
  ];
  if (lines.length === 0) return null;
  const isError = status === 'error';
  return (
    <div
      className={`flex gap-2.5 rounded-md px-3 py-2.5 text-sm ${isError ? 'bg-bad-soft text-bad' : 'bg-warn-soft text-warn'}`}
    >
      <Flag size={16} aria-hidden className="mt-0.5 shrink-0" />
      <div className="min-w-0 space-y-1 break-words">
        {lines.map((line) => (
          <p key={line}>
            <PlainWords text={line} />
          </p>
        ))}
      </div>
    </div>
  );
}
