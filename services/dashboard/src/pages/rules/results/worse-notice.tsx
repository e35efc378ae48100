import { Link } from '@tanstack/react-router';
import { TrendingDown } from 'lucide-react';

import { describeEstimate } from './agreement.tsx';
import { texts } from './texts.ts';
import type { Worsening } from './versions.ts';

interface WorseNoticeProps extends Worsening {
  /** Whether it stands on the page of the rule. */
  readonly isOnRule?: boolean;
}

/** Says of a rule that its newest version agrees less with people than the one before. */
export function WorseNotice({ worse, before, isOnRule = false }: WorseNoticeProps) {
  const text = texts.worse(worse.ruleName, worse.version, before.version);
  return (
    <div
      role="note"
      className="flex items-start gap-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn"
    >
      <TrendingDown size={16} aria-hidden className="mt-0.5 shrink-0" />
      <p className="min-w-0 wrap-anywhere">
        {isOnRule ? (
          <strong className="font-medium">{text}</strong>
        ) : (
          <Link to="/rules/$id" params={{ id: worse.ruleId }} className="font-medium underline">
            {text}
          </Link>
        )}{' '}
        {texts.worseFigures(describeEstimate(worse.agreement), describeEstimate(before.agreement))}
      </p>
    </div>
  );
}
