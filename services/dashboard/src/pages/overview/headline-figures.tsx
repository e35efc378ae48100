import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, Minus } from 'lucide-react';
import type { ReactNode } from 'react';

import { texts as componentTexts } from '../../components/texts.ts';
import {
  formatNumber,
  formatPercent,
  formatPoints,
  formatSince,
  formatUsd,
} from '../../formats.ts';
import {
  type Change,
  formatDuration,
  passRate,
  type Point,
  pointChange,
  relativeChange,
} from './figures.ts';
import { waitingQuery } from './queries.ts';
import type { View } from './search.ts';
import { texts } from './texts.ts';
import { outputsOf } from './time-range.ts';

interface HeadlineFiguresProps {
  readonly now: Point;
  /** The previous period; null without data. */
  readonly before: Point | null;
  readonly view: View;
}

/** The totals of the range compared with the previous period, each linked to its outputs. */
export function HeadlineFigures({ now, before, view }: HeadlineFiguresProps) {
  const search = outputsOf(view.range);
  const changeOf = (name: 'runs' | 'flagged' | 'p50DecisionMs') =>
    relativeChange(now[name], before?.[name] ?? null);
  const rate = passRate(now);
  const rateChange = pointChange(rate, before && passRate(before));
  return (
    <section
      aria-label={texts.headline}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-3 xl:grid-cols-6"
    >
      <Figure
        name={texts.runs}
        value={formatNumber(now.runs)}
        link={{ to: '/outputs', search }}
        note={<ChangeNote change={changeOf('runs')} />}
      />
      <Figure
        name={componentTexts.status.flagged}
        value={formatNumber(now.flagged)}
        link={{ to: '/outputs', search: { ...search, status: 'flagged' } }}
        note={<ChangeNote change={changeOf('flagged')} better="down" />}
      />
      <Figure
        name={texts.passRate}
        value={rate === null ? null : formatPercent(rate)}
        link={{ to: '/outputs', search: { ...search, status: 'pass' } }}
        note={<ChangeNote change={rateChange} better="up" isShare />}
      />
      <Figure
        name={texts.decisionTime}
        value={now.p50DecisionMs === null ? null : formatDuration(now.p50DecisionMs)}
        link={null}
        note={
          <>
            <ChangeNote change={changeOf('p50DecisionMs')} better="down" />
            {now.p90DecisionMs !== null && (
              <span className="block">{texts.ninetieth(formatDuration(now.p90DecisionMs))}</span>
            )}
          </>
        }
      />
      <Waiting />
      <Figure
        name={texts.judges}
        value={now.judgeCalls === 0 ? null : formatUsd(now.judgeCostUsd)}
        link={null}
        note={
          <>
            {now.meanJudgeMs === null
              ? texts.noJudges
              : texts.judged(formatNumber(now.judgeCalls), formatDuration(now.meanJudgeMs))}
            {now.shadowJudgeCalls > 0 && (
              <span className="block">{texts.shadowJudged(formatUsd(now.shadowJudgeCostUsd))}</span>
            )}
          </>
        }
      />
    </section>
  );
}

/** The current state, independent of the range. */
function Waiting() {
  const { data, dataUpdatedAt } = useQuery(waitingQuery);
  return (
    <Figure
      name={texts.waiting}
      value={data ? formatNumber(data.waiting) : null}
      link={{ to: '/' }}
      note={
        data &&
        (data.oldestAt === null
          ? texts.noneWaits
          : texts.oldest(formatSince(new Date(data.oldestAt), dataUpdatedAt)))
      }
    />
  );
}

interface FigureProps {
  readonly name: string;
  /** Null without a value. */
  readonly value: string | null;
  readonly link: Pick<LinkProps, 'to' | 'search'> | null;
  readonly note: ReactNode;
}

function Figure({ name, value, link, note }: FigureProps) {
  const shown = value ?? '–';
  return (
    <div className="relative bg-surface px-4 py-3">
      <h2 className="text-xs font-medium text-faint">{name}</h2>
      <p className="mt-0.5 text-xl font-semibold tabular-nums">
        {link === null || value === null ? (
          shown
        ) : (
          <Link
            {...link}
            aria-label={`${name}: ${shown}`}
            className="after:absolute after:inset-0 hover:text-accent focus-visible:outline-offset-[-2px]"
          >
            {shown}
          </Link>
        )}
      </p>
      <div className="mt-0.5 text-xs text-faint">{note}</div>
    </div>
  );
}

const ARROWS = { up: ArrowUp, down: ArrowDown, same: Minus } as const;

interface ChangeNoteProps {
  readonly change: Change | null;
  /** Set if one direction is better. */
  readonly better?: 'up' | 'down';
  readonly isShare?: boolean;
}

function ChangeNote({ change, better, isShare = false }: ChangeNoteProps) {
  if (change === null) return null;
  const { direction, size } = change;
  const Arrow = ARROWS[direction];
  const isGood = better === direction;
  const tone = better === undefined || direction === 'same' ? '' : isGood ? 'text-ok' : 'text-bad';
  return (
    <span>
      <span className={`inline-flex items-center gap-0.5 font-medium ${tone}`}>
        <Arrow size="0.75rem" aria-hidden />
        <span className="sr-only">{texts.directions[direction]}</span>
        {isShare ? texts.points(formatPoints(size)) : formatPercent(size)}
      </span>{' '}
      {texts.beforeThat}
    </span>
  );
}
