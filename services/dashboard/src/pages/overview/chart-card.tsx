import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { Segmented } from '../../components/button.tsx';
import { Cell, Row, Table } from '../../components/list.tsx';
import { Card } from '../../components/page.tsx';
import { formatInterval } from './figures.ts';
import { type ChartProps, DASHES, FILLS, isBlank, type Picture, STROKES } from './pictures.ts';
import { texts } from './texts.ts';
import { TimeChart } from './time-chart.tsx';
import { outputsAt } from './time-range.ts';

type Look = keyof typeof texts.looks;
const LOOKS: readonly Look[] = ['chart', 'table'];

/** A chart, also available as a table for screen readers and exact figures. */
export function ChartCard({ picture, points, view }: ChartProps) {
  const [look, setLook] = useState<Look>('chart');
  const isTable = look === 'table';
  if (isBlank(picture, points)) {
    return (
      <Card title={picture.title}>
        <p className="flex h-full min-h-40 items-center justify-center text-sm text-faint">
          {texts.blank}
        </p>
      </Card>
    );
  }
  return (
    <Card
      title={picture.title}
      isFlush={isTable}
      actions={
        <Segmented
          label={texts.lookOf(picture.title)}
          choices={LOOKS.map((id) => ({ id, text: texts.looks[id] }))}
          chosen={look}
          onChoose={setLook}
        />
      }
    >
      {isTable ? (
        <ChartTable {...{ picture, points, view }} />
      ) : (
        <>
          <TimeChart {...{ picture, points, view }} />
          {picture.drawn.length > 1 && <Legend picture={picture} />}
        </>
      )}
    </Card>
  );
}

const SWATCH_PX = 14;

/** The legend: colours, and dashes for lines. */
function Legend({ picture: { drawn, kind } }: { readonly picture: Picture }) {
  return (
    <ul className="mt-2 flex flex-wrap justify-center gap-x-4 gap-y-1 text-xs text-soft">
      {drawn.map(({ name, tone }) => (
        <li key={name} className="flex items-center gap-1.5">
          <svg width={SWATCH_PX} height={10} aria-hidden>
            {kind === 'bars' ? (
              <rect x={2} width={10} height={10} rx={2} className={FILLS[tone]} />
            ) : (
              <line
                x2={SWATCH_PX}
                y1={5}
                y2={5}
                strokeWidth={2}
                strokeDasharray={DASHES[tone]}
                className={STROKES[tone]}
              />
            )}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

/** The figures of a chart as a table, one row per interval. */
function ChartTable({ picture, points, view }: ChartProps) {
  const { title, drawn, format } = picture;
  return (
    <div className="max-h-64 overflow-y-auto">
      <Table
        caption={title}
        heads={[
          texts.intervalHeads[view.interval],
          ...drawn.map(({ name }) => ({ text: name, className: 'text-right' })),
        ]}
      >
        {points.map((point) => (
          <Row key={point.at}>
            <Cell>
              <Link
                to="/outputs"
                search={outputsAt(point.at, view.interval)}
                className="text-accent hover:underline"
              >
                {formatInterval(new Date(point.at), view.interval)}
              </Link>
            </Cell>
            {drawn.map(({ name, valueOf }) => {
              const value = valueOf(point);
              return (
                <Cell key={name} className="text-right tabular-nums">
                  {value === null ? <span className="text-faint">–</span> : format(value)}
                </Cell>
              );
            })}
          </Row>
        ))}
      </Table>
    </div>
  );
}
