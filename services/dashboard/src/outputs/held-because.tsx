import { Flag } from 'lucide-react';

import { texts } from '../texts.ts';
import { isHeld, isObjecting } from './held.ts';
import { PlainWords } from './plain-words.tsx';
import type { Output } from './output-queries.ts';
import { RuleFindings } from './rule-findings.tsx';

/** Why a person is asked: each reason once, and whole. */
export function HeldBecause({ output }: { readonly output: Output }) {
  if (!isHeld(output)) return null;
  const objecting = output.appliedRules.filter(isObjecting);
  const lines = linesOf(output, objecting.length > 0);
  if (lines.length === 0 && objecting.length === 0) return null;
  const isError = output.status === 'error';
  return (
    <section
      aria-label={texts.output.heldBecause}
      className={`flex gap-2.5 rounded-md px-3 py-2.5 text-sm ${isError ? 'bg-bad-soft text-bad' : 'bg-warn-soft text-warn'}`}
    >
      <Flag size={16} aria-hidden className="mt-1 shrink-0" />
      <div className="min-w-0 flex-1 break-words">
        {lines.map((line) => (
          <p key={line} className="py-0.5">
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
    ...(requireApproval ? [texts.output.needsApproval] : []),
    ...(flaggedBy === null ? [] : [texts.output.flaggedBy(flaggedBy)]),
    ...(flagReason === null ? [] : [flagReason]),
  ];
  // The rules say it themselves; of one that passed them the explanation says no more than that.
  const isSaid = isByRules || explanation === null || flagReason !== null || verdict === 'pass';
  return isSaid ? lines : [...lines, explanation];
}
