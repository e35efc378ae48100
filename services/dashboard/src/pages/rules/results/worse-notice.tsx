import { Link } from '@tanstack/react-router';
import { TrendingDown } from 'lucide-react';

import { describeEstimate } from './agreement.tsx';
import type { Estimate } from './queries.ts';
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
  const link = isOnRule ? null : ruleId;
  return (
    <>
      {version && (
        <Notice
          text={texts.worse(version.worse.ruleName, version.worse.version, version.before.version)}
          now={version.worse.agreement}
          before={version.before.agreement}
          {...{ link }}
        />
      )}
      {model && (
        <Notice
          text={texts.worseModel(newest.ruleName, model.worse.model, model.before.model)}
          now={model.worse.agreement}
          before={model.before.agreement}
          {...{ link }}
        />
      )}
    </>
  );
}

interface NoticeProps {
  readonly text: string;
  readonly now: Estimate;
  readonly before: Estimate;
  /** The rule to link to; null on its own page. */
  readonly link: string | null;
}

function Notice({ text, now, before, link }: NoticeProps) {
  return (
    <div
      role="note"
      className="flex items-start gap-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn"
    >
      <TrendingDown size={16} aria-hidden className="mt-0.5 shrink-0" />
      <p className="min-w-0 wrap-anywhere">
        {link === null ? (
          <strong className="font-medium">{text}</strong>
        ) : (
          <Link to="/rules/$id" params={{ id: link }} className="font-medium underline">
            {text}
          </Link>
        )}{' '}
        {texts.worseFigures(describeEstimate(now), describeEstimate(before))}
      </p>
    </div>
  );
}
