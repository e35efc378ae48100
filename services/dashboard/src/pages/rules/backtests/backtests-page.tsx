import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';

import { BackLink, Page } from '../../../components/page.tsx';
import { texts as ruleTexts } from '../texts.ts';
import { BacktestView } from './backtest-view.tsx';
import { BacktestsList } from './backtests-list.tsx';
import { backtestQuery } from './queries.ts';
import { texts } from './texts.ts';

/** All stored backtests, also of unsaved rules. */
export function BacktestsPage() {
  return (
    <Page
      title={texts.title}
      description={
        <>
          <BackLink to="/rules" text={ruleTexts.back} />
          <span className="mt-1 block">{texts.titleText}</span>
        </>
      }
    >
      <BacktestsList ruleId={null} />
    </Page>
  );
}

const route = getRouteApi('/shell/rules/backtests/$id');

export function BacktestPage() {
  const { id } = route.useParams();
  const { data } = useQuery(backtestQuery(id));
  return (
    <Page
      title={data ? texts.of(data.rule.name) : texts.one}
      description={
        <span className="flex flex-wrap gap-x-4">
          <BackLink to="/rules/backtests" text={texts.back} />
          {data?.ruleId != null && (
            <Link
              to="/rules/$id"
              params={{ id: data.ruleId }}
              className="text-accent hover:underline"
            >
              {ruleTexts.toRule}
            </Link>
          )}
        </span>
      }
    >
      <BacktestView id={id} />
    </Page>
  );
}
