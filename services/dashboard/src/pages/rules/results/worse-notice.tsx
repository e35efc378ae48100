import { Link } from '@tanstack/react-router';
import { TrendingDown } from 'lucide-react';

import { describeEstimate } from './agreement.tsx';
import { texts } from './texts.ts';
import { lastWorsening, type RuleVersions, worseModel } from './versions.ts';

interface WorseNoticesProps {
  readonly rule: RuleVersions;
  /** Whether the notices are on the page of the rule. */
  readonly isOnRule?: boolean;
}

/** Warns if the newest version of a rule, or the model of its judge, agrees less with people than the previous one. */
export function WorseNotices({ rule, isOnRule = false }: WorseNoticesProps) {
  const { ruleId, newest } = rule;
  const version = lastWorsening(rule);
  const model = worseModel(rule);
  const notices = [
    version && {
      of: version,
      text: texts.worse(version.worse.ruleName, version.worse.version, version.before.version),
    },
    model && {
      of: model,
      text: texts.worseModel(newest.ruleName, model.worse.model, model.before.model),
    },
  ].filter((notice) => notice !== null);
  return notices.map(({ text, of: { worse, before } }) => (
    <div
      key={text}
      role="note"
      className="flex items-start gap-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn"
    >
      <TrendingDown size="1rem" aria-hidden className="mt-0.5 shrink-0" />
      <p className="min-w-0 wrap-anywhere">
        {isOnRule ? (
          <strong className="font-medium">{text}</strong>
        ) : (
          <Link to="/rules/$id" params={{ id: ruleId }} className="font-medium underline">
            {text}
          </Link>
        )}{' '}
        {texts.worseFigures(describeEstimate(worse.agreement), describeEstimate(before.agreement))}
      </p>
    </div>
  ));
}
