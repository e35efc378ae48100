import { formatNumber, formatPercent, formatUsd } from '../../../formats.ts';
import type { Backtest } from './queries.ts';
import { texts } from './texts.ts';

const words = texts.figures;

/** The figures of a backtest so far. */
export function Figures({ backtest }: { readonly backtest: Backtest }) {
  const { checked, wouldFail, newlyFailed, newlyPassed, erred, skipped } = backtest;
  const { agreesWithPeople, disagrees, rule, costUsd, budgetUsd } = backtest;
  const decided = agreesWithPeople + disagrees;
  const shown: readonly (readonly [name: string, value: string, note: string])[] = [
    [
      words.wouldFail,
      formatNumber(wouldFail),
      checked === 0
        ? words.noneChecked
        : words.ofChecked(formatPercent(wouldFail / checked), checked),
    ],
    [words.newlyFailed, formatNumber(newlyFailed), words.newlyFailedNote],
    [words.newlyPassed, formatNumber(newlyPassed), words.newlyPassedNote],
    [
      words.agreement,
      agreementOf(backtest) ?? '–',
      decided === 0 ? words.noLabels : words.agreed(agreesWithPeople, decided),
    ],
    ...(rule.type === 'llm_judge'
      ? ([
          [words.erred, formatNumber(erred), words.skippedToo(skipped)],
          [
            words.cost,
            formatUsd(costUsd),
            budgetUsd === null ? words.noBudget : words.ofBudget(formatUsd(budgetUsd)),
          ],
        ] as const)
      : ([
          [words.erred, formatNumber(erred), words.erredNote],
          [words.skipped, formatNumber(skipped), words.skippedNote],
        ] as const)),
  ];
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line md:grid-cols-3">
      {shown.map(([name, value, note]) => (
        <div key={name} className="grow bg-surface px-4 py-3">
          <dt className="text-xs font-medium text-faint">{name}</dt>
          <dd className="mt-0.5 text-xl font-semibold tabular-nums">{value}</dd>
          <dd className="mt-0.5 text-xs text-faint">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The share of outputs decided by people for which the rule agrees; null without any. */
export function agreementOf({
  agreesWithPeople,
  disagrees,
}: Pick<Backtest, 'agreesWithPeople' | 'disagrees'>): string | null {
  const decided = agreesWithPeople + disagrees;
  return decided === 0 ? null : formatPercent(agreesWithPeople / decided);
}
