import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';

import { Badge } from '../../../components/badge.tsx';
import { Cell, ListCard, Row } from '../../../components/list.tsx';
import { EmptyState } from '../../../components/loaded.tsx';
import { Moment } from '../../../components/moment.tsx';
import { formatNumber } from '../../../formats.ts';
import { ScopeText, StateBadge } from './backtest-view.tsx';
import { agreementOf } from './figures.tsx';
import { type Backtest, backtestsQuery } from './queries.ts';
import { texts } from './texts.ts';

const words = texts.list;

const NUMBER = 'text-right';
const WIDE = 'hidden md:table-cell';

/** The latest backtests of a stored rule or of all rules, with their results and links to their pages. */
export function BacktestsList({ ruleId }: { readonly ruleId: string | null }) {
  const query = useQuery(backtestsQuery(ruleId));
  // No need to show the rule name then.
  const isOfRule = ruleId !== null;
  return (
    <ListCard
      query={query}
      stale="alone"
      title={isOfRule ? texts.title : undefined}
      caption={texts.title}
      // Only as many are kept as fit on one page.
      onPage={() => {}}
      heads={[
        isOfRule ? words.started : words.rule,
        words.state,
        { text: words.wouldFail, className: NUMBER },
        { text: words.agreement, className: `${NUMBER} ${WIDE}` },
        { text: words.outputs, className: WIDE },
        ...(isOfRule ? [] : [{ text: words.started, className: WIDE }]),
      ]}
      empty={
        isOfRule ? (
          <p className="p-4 text-sm text-soft">{texts.noneOfRule}</p>
        ) : (
          <EmptyState icon={History} title={texts.none} text={texts.noneText} />
        )
      }
    >
      {(backtest) => <BacktestRow key={backtest.id} {...{ backtest, isOfRule }} />}
    </ListCard>
  );
}

interface BacktestRowProps {
  readonly backtest: Backtest;
  readonly isOfRule: boolean;
}

function BacktestRow({ backtest, isOfRule }: BacktestRowProps) {
  const { id, rule, ruleId, createdAt, filter, state, wouldFail, checked } = backtest;
  return (
    <Row>
      <Cell className={isOfRule ? '' : 'md:min-w-48'}>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere">
          <Link
            to="/rules/backtests/$id"
            params={{ id }}
            className="relative inline-block font-medium text-accent hover:underline"
          >
            {isOfRule ? (
              <>
                <span className="sr-only">{texts.of(rule.name)}, </span>
                <Moment at={createdAt} />
              </>
            ) : (
              rule.name
            )}
          </Link>
          {ruleId === null && <Badge>{texts.draft}</Badge>}
        </span>
      </Cell>
      <Cell>
        <StateBadge state={state} />
      </Cell>
      <Cell className={`${NUMBER} whitespace-nowrap tabular-nums`}>
        {formatNumber(wouldFail)} <span className="text-faint">/ {formatNumber(checked)}</span>
      </Cell>
      <Cell className={`${NUMBER} tabular-nums ${WIDE}`}>{agreementOf(backtest) ?? '–'}</Cell>
      <Cell className={`w-full min-w-40 text-xs text-soft ${WIDE}`}>
        <ScopeText filter={filter} />
      </Cell>
      {!isOfRule && (
        <Cell className={`text-soft ${WIDE}`}>
          <Moment at={createdAt} />
        </Cell>
      )}
    </Row>
  );
}
