import { CircleAlert, CircleCheck, CircleSlash, CircleX } from 'lucide-react';

import { Badge, type BadgeLooks } from '../components/badge.tsx';
import { formatPercent, formatUsd } from '../formats.ts';
import { PlainWords } from './plain-text.tsx';
import type { AppliedRule } from './queries.ts';
import { texts } from './texts.ts';

const ORDER: readonly AppliedRule['outcome'][] = ['failed', 'error', 'passed', 'skipped'];

/** The result of each rule, objections first; judges with their reasons. */
export function RuleFindings({ rules }: { readonly rules: readonly AppliedRule[] }) {
  const sorted = rules.toSorted(
    (one, other) => ORDER.indexOf(one.outcome) - ORDER.indexOf(other.outcome),
  );
  return (
    <ul className="divide-y divide-line">
      {sorted.map((rule, index) => (
        <li key={`${rule.ruleId ?? ''} ${index}`} className="gap-3 py-2.5 sm:flex">
          <div className={`shrink-0 pt-px ${rule.shadow ? 'w-36' : 'w-20'}`}>
            <OutcomeBadge outcome={rule.outcome} isShadow={rule.shadow} />
          </div>
          <div className="min-w-0 flex-1">
            <p className="text-sm font-medium">{rule.ruleName}</p>
            {rule.summary !== null && (
              <p className="text-sm break-words text-soft">
                <PlainWords text={rule.summary} />
              </p>
            )}
            {rule.evaluator === 'llm' && <JudgeFacts rule={rule} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

function JudgeFacts({ rule }: { readonly rule: AppliedRule }) {
  const { model, confidence, costUsd, latencyMs } = rule;
  const facts = [
    texts.judge(model ?? texts.noModel),
    ...(confidence === null ? [] : [texts.confidence(formatPercent(confidence))]),
    ...(costUsd === null ? [] : [formatUsd(costUsd)]),
    texts.milliseconds(Math.round(latencyMs)),
  ];
  return <p className="mt-0.5 text-xs text-faint">{facts.join(' · ')}</p>;
}

type Outcome = keyof typeof texts.outcomes;

const OUTCOMES: BadgeLooks<Outcome> = {
  passed: { tone: 'ok', icon: CircleCheck },
  failed: { tone: 'bad', icon: CircleX },
  error: { tone: 'warn', icon: CircleAlert },
  skipped: { tone: 'neutral', icon: CircleSlash },
};

/** The outcome of a rule on an output; for a shadow rule, the outcome it would have had. */
export function OutcomeBadge({ outcome, isShadow }: { outcome: Outcome; isShadow?: boolean }) {
  const words = isShadow ? texts.shadowOutcomes : texts.outcomes;
  return <Badge {...OUTCOMES[outcome]}>{words[outcome]}</Badge>;
}
