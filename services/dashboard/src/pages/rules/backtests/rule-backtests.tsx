import { useQuery } from '@tanstack/react-query';

import { backtestsQuery } from './queries.ts';
import { BacktestsList } from './backtests-list.tsx';
import { texts } from './texts.ts';

/** The last backtests of a stored rule. */
export function RuleBacktests({ ruleId }: { readonly ruleId: string }) {
  const backtests = useQuery(backtestsQuery(ruleId));
  return (
    <BacktestsList
      query={backtests}
      title={texts.title}
      isOfRule
      empty={<p className="p-4 text-sm text-soft">{texts.noneOfRule}</p>}
    />
  );
}
