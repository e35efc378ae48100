import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Ghost, TrendingDown } from 'lucide-react';

import { Badge } from '../../../components/badge.tsx';
import { Cell, Row, Table } from '../../../components/list.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { Card } from '../../../components/page.tsx';
import { formatNumber, formatPercent, formatUsd, formatUtcDays } from '../../../formats.ts';
import { texts as ruleTexts } from '../texts.ts';
import { Agreement, describeEstimate, Rate } from './agreement.tsx';
import { CountCells, countHeads } from './count-cell.tsx';
import { type Estimate, ruleResultsQuery, type VersionResults } from './queries.ts';
import { texts } from './texts.ts';
import { VersionsPicture } from './versions-picture.tsx';
import { findWorsenings, groupByRule, type RuleVersions } from './versions.ts';
import { WorseNotices } from './worse-notice.tsx';

const words = texts.card;

/** How far the versions of a rule agree with people. */
export function RuleResultsCard({ ruleId }: { readonly ruleId: string }) {
  const results = useQuery(ruleResultsQuery(ruleId));
  return (
    <Card
      title={words.title}
      isFlush
      actions={
        <Link to="/rule-results" className="text-xs text-accent hover:underline">
          {words.all}
        </Link>
      }
    >
      <Loaded
        query={results}
        stale="alone"
        frame={(failure) => <div className="p-4">{failure}</div>}
      >
        {(list) => {
          const [rule] = groupByRule(list);
          return rule ? (
            <Versions rule={rule} />
          ) : (
            <p className="p-4 text-sm text-soft">{words.none}</p>
          );
        }}
      </Loaded>
    </Card>
  );
}

const NUMBER = 'text-right';

function Versions({ rule }: { readonly rule: RuleVersions }) {
  const { versions, newest } = rule;
  const worsenings = new Map(
    findWorsenings(rule).map(({ worse, before }) => [worse.version, before.version]),
  );
  const isJudge = newest.ruleType === 'llm_judge';
  return (
    <>
      <div className="space-y-2 p-4 pb-2 empty:hidden">
        <WorseNotices rule={rule} isOnRule />
      </div>
      {versions.length > 1 && (
        <div className="sticky left-0 p-4">
          <VersionsPicture versions={versions} />
        </div>
      )}
      <Table
        caption={words.versions}
        heads={[
          words.versionHead,
          texts.agreement,
          ...countHeads(),
          ...[words.precision, words.recall, words.kappa],
          ...(isJudge
            ? [words.cost, words.duration].map((text) => ({ text, className: NUMBER }))
            : []),
        ]}
      >
        {versions.map((results) => (
          <VersionRow
            key={results.version}
            {...{ results, isJudge }}
            worseThan={worsenings.get(results.version)}
          />
        ))}
      </Table>
      {newest.models.length > 1 && <Models of={newest} />}
      <p className="sticky left-0 px-4 py-3 text-xs text-faint">
        {texts.hint} {words.hint}
      </p>
    </>
  );
}

/** How far the models of a version's judge agree with people. */
function Models({ of: { version, models } }: { readonly of: VersionResults }) {
  return (
    <div className="border-t border-line">
      <Table
        caption={words.models(version)}
        heads={[
          words.model,
          texts.agreement,
          { text: texts.counts.checked, className: NUMBER },
          { text: texts.counts.labelled, className: NUMBER },
        ]}
      >
        {models.map(({ model, from, to, checked, labelled, agreement }) => (
          <Row key={model}>
            <Cell className="min-w-44">
              <span className="font-medium wrap-anywhere">{model}</span>
              <span className="block text-xs whitespace-nowrap text-faint">
                {formatUtcDays(new Date(from), new Date(to))}
              </span>
            </Cell>
            <Cell>
              {agreement === null ? (
                <span className="text-faint">–</span>
              ) : (
                <Rate estimate={agreement} />
              )}
            </Cell>
            <Cell className={`${NUMBER} tabular-nums`}>{formatNumber(checked)}</Cell>
            <Cell className={`${NUMBER} tabular-nums`}>{formatNumber(labelled)}</Cell>
          </Row>
        ))}
      </Table>
    </div>
  );
}

interface VersionRowProps {
  readonly results: VersionResults;
  readonly isJudge: boolean;
  readonly worseThan: number | undefined;
}

function VersionRow({ results, isJudge, worseThan }: VersionRowProps) {
  const { version, from, to, shadow, precision, recall, kappa, costUsd, p50Ms } = results;
  return (
    <Row>
      <Cell>
        <span className="flex items-center gap-2 font-medium">
          {version}
          {shadow && (
            <Badge tone="accent" icon={Ghost}>
              {ruleTexts.modes.shadow}
            </Badge>
          )}
          {worseThan !== undefined && (
            <Badge tone="warn" icon={TrendingDown}>
              {texts.worseThan(worseThan)}
            </Badge>
          )}
        </span>
        <span className="block text-xs whitespace-nowrap text-faint">
          {formatUtcDays(new Date(from), new Date(to))}
        </span>
      </Cell>
      <Cell>
        <Agreement results={results} />
      </Cell>
      <CountCells results={results} isAll={false} />
      <EstimateCell estimate={precision} />
      <EstimateCell estimate={recall} />
      <EstimateCell estimate={kappa} isShare={false} />
      {isJudge && (
        <>
          <Cell className={`${NUMBER} tabular-nums`}>{formatUsd(costUsd)}</Cell>
          <Cell className={`${NUMBER} whitespace-nowrap tabular-nums`}>
            {p50Ms === null ? '–' : words.milliseconds(p50Ms)}
          </Cell>
        </>
      )}
    </Row>
  );
}

interface EstimateCellProps {
  readonly estimate: Estimate | null;
  readonly isShare?: boolean;
}

function EstimateCell({ estimate, isShare = true }: EstimateCellProps) {
  const format = isShare ? formatPercent : (value: number): string => value.toFixed(2);
  return (
    <Cell className="text-xs whitespace-nowrap tabular-nums">
      {estimate ? describeEstimate(estimate, format) : <span className="text-faint">–</span>}
    </Cell>
  );
}
