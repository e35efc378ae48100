import { useState } from 'react';

import { Card } from '../../components/page.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { texts } from '../../texts.ts';
import type { ChartProps } from './chart-props.ts';
import { ChartTable } from './chart-table.tsx';
import { Legend } from './legend.tsx';
import { isBlank } from './pictures.ts';
import { TimeChart } from './time-chart.tsx';

const { overview: words } = texts;

type Look = keyof typeof words.looks;
const LOOKS: readonly Look[] = ['chart', 'table'];

/** A picture; the same is to be had as a table, for those who cannot see it or want the figures. */
export function ChartCard({ picture, points, view }: ChartProps) {
  const [look, setLook] = useState<Look>('chart');
  const isTable = look === 'table';
  if (isBlank(picture, points)) {
    return (
      <Card title={picture.title}>
        <p className="flex h-full min-h-40 items-center justify-center text-sm text-faint">
          {words.blank}
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
          label={words.lookOf(picture.title)}
          choices={LOOKS.map((id) => ({ id, text: words.looks[id] }))}
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
