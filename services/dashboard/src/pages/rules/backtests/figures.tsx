import { formatNumber, formatPercent, formatUsd } from '../../../formats.ts';
import type { Backtest } from './queries.ts';
import { texts } from './texts.ts';

const words = texts.figures;

/** The figures of a backtest so far. */
export function Figures({ backtest }: { readonly backtest: Backtest }) {
  const { checked, wouldFail, newlyFailed, newlyPassed, erred, skipped } = backtest;
  const { agreesWithPeople, disagrees, rule, costUsd, budgetUsd } = backtest;
  const decided = agreesWithPeople + disagrees;
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line md:grid-cols-3">
      <Figure
        name={words.wouldFail}
        value={formatNumber(wouldFail)}
        note={
          checked === 0
            ? words.noneChecked
            : words.ofChecked(formatPercent(wouldFail / checked), checked)
        }
      />
      <Figure
        name={words.newlyFailed}
        value={formatNumber(newlyFailed)}
        note={words.newlyFailedNote}
      />
      <Figure
        name={words.newlyPassed}
        value={formatNumber(newlyPassed)}
        note={words.newlyPassedNote}
      />
      <Figure
        name={words.agreement}
        value={agreementOf(backtest) ?? '–'}
        note={decided === 0 ? words.noLabels : words.agreed(agreesWithPeople, decided)}
      />
      {rule.type === 'llm_judge' ? (
        <>
          <Figure name={words.erred} value={formatNumber(erred)} note={words.skippedToo(skipped)} />
          <Figure
            name={words.cost}
            value={formatUsd(costUsd)}
            note={budgetUsd === null ? words.noBudget : words.ofBudget(formatUsd(budgetUsd))}
          />
        </>
      ) : (
        <>
          <Figure name={words.erred} value={formatNumber(erred)} note={words.erredNote} />
          <Figure name={words.skipped} value={formatNumber(skipped)} note={words.skippedNote} />
        </>
      )}
    </dl>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly note: string;
}

function Figure({ name, value, note }: FigureProps) {
  return (
    <div className="grow bg-surface px-4 py-3">
      <dt className="text-xs font-medium text-faint">{name}</dt>
      <dd className="mt-0.5 text-xl font-semibold tabular-nums">{value}</dd>
      <dd className="mt-0.5 text-xs text-faint">{note}</dd>
    </div>
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
