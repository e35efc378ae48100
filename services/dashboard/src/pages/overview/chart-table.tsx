import { Link } from '@tanstack/react-router';

import { Cell, HeadCell, Row, Table } from '../../components/table.tsx';
import { texts } from '../../texts.ts';
import type { ChartProps } from './chart-props.ts';
import { formatInterval } from './formats.ts';
import { outputsAt } from './output-links.ts';

const { overview: words } = texts;

/** The figures of a picture, an interval a row. */
export function ChartTable({ picture, points, view }: ChartProps) {
  const { title, drawn, format } = picture;
  return (
    <div className="max-h-64 overflow-y-auto">
      <Table caption={title}>
        <thead>
          <tr>
            <HeadCell>{words.intervalHeads[view.interval]}</HeadCell>
            {drawn.map(({ name }) => (
              <HeadCell key={name} className="text-right">
                {name}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <Row key={point.at}>
              <Cell>
                <Link
                  to="/outputs"
                  search={outputsAt(point.at, view)}
                  className="text-accent hover:underline"
                >
                  {formatInterval(new Date(point.at), view.interval, words.weekOf)}
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
        </tbody>
      </Table>
    </div>
  );
}
