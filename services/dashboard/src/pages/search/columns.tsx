import { Columns3 } from 'lucide-react';
import type { ReactNode } from 'react';

import { DecisionBadge, StatusBadge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Menu, MenuCheckbox } from '../../components/menu.tsx';
import { Moment } from '../../components/moment.tsx';
import { formatUsd } from '../../formats.ts';
import { PlainWords } from '../../outputs/plain-text.tsx';
import type { FoundOutput } from '../../outputs/queries.ts';
import { texts as outputTexts } from '../../outputs/texts.ts';
import type { SearchParams } from '../../outputs/search-params.ts';
import type { Change } from './filter-bar.tsx';
import { texts } from './texts.ts';

export type ColumnId = keyof typeof texts.columns;

interface Column {
  /** The output fields that it needs, if not the one with its name. */
  readonly needs?: readonly (keyof FoundOutput)[];
  /** As a grid track; text columns share the remaining width. */
  readonly width: string;
  readonly sortBy?: NonNullable<SearchParams['sortBy']>;
  readonly isNumber?: boolean;
  /** Content that always fits and needs no truncation, which would cost time per row while scrolling. */
  readonly isShort?: boolean;
  readonly show: (output: FoundOutput) => ReactNode;
}

// More does not fit on one line.
const CHARACTERS_MAX = 300;

const cut = (text: string | null | undefined): ReactNode =>
  text && <PlainWords text={text.slice(0, CHARACTERS_MAX)} />;

/** All columns of the output list, in table order. */
export const COLUMNS: Readonly<Record<ColumnId, Column>> = {
  output: {
    needs: ['excerpt'],
    width: 'minmax(14rem, 3fr)',
    show: ({ excerpt }) => cut(excerpt),
  },
  explanation: {
    width: 'minmax(12rem, 2fr)',
    show: ({ explanation }) => cut(explanation),
  },
  projectName: {
    needs: ['projectName', 'taskName'],
    width: 'minmax(11rem, 1.4fr)',
    sortBy: 'projectName',
    show: ({ projectName, taskName }) => (
      <>
        {projectName}
        {taskName && <span className="text-faint"> / {taskName}</span>}
      </>
    ),
  },
  timestamp: {
    width: '7.5rem',
    isShort: true,
    sortBy: 'timestamp',
    show: ({ timestamp }) => timestamp && <Moment at={timestamp} />,
  },
  status: {
    width: '7rem',
    isShort: true,
    sortBy: 'status',
    show: ({ status }) => status && <StatusBadge status={status} />,
  },
  humanDecision: {
    needs: ['humanDecision', 'approvals'],
    width: '7.5rem',
    isShort: true,
    show: ({ humanDecision, approvals }) => {
      if (humanDecision) return <DecisionBadge decision={humanDecision} />;
      return approvals && outputTexts.approvals(approvals.given.length, approvals.needed);
    },
  },
  input: {
    width: 'minmax(16rem, 2fr)',
    show: ({ input }) => cut(input),
  },
  model: {
    width: 'minmax(7rem, 0.7fr)',
    sortBy: 'model',
    show: ({ model }) => model,
  },
  latencyMs: {
    width: '6.5rem',
    isShort: true,
    sortBy: 'latencyMs',
    isNumber: true,
    show: ({ latencyMs }) => latencyMs != null && outputTexts.milliseconds(latencyMs),
  },
  costUsd: {
    width: '6rem',
    isShort: true,
    sortBy: 'costUsd',
    isNumber: true,
    show: ({ costUsd }) => costUsd != null && formatUsd(costUsd),
  },
  respondBy: {
    width: '8.5rem',
    isShort: true,
    sortBy: 'respondBy',
    show: ({ respondBy }) => respondBy && <Moment at={respondBy} />,
  },
  confidenceScore: {
    width: '6.5rem',
    isShort: true,
    isNumber: true,
    show: ({ confidenceScore }) => confidenceScore?.toFixed(2),
  },
  instructionsVersion: {
    width: '6.5rem',
    isShort: true,
    isNumber: true,
    show: ({ instructionsVersion }) => instructionsVersion,
  },
  decidedBy: { width: '11rem', show: ({ decidedBy }) => decidedBy },
  decidedAt: {
    width: '8.5rem',
    isShort: true,
    show: ({ decidedAt }) => decidedAt && <Moment at={decidedAt} />,
  },
  tags: { width: '10rem', show: ({ tags }) => tags?.join(', ') },
  sessionId: { width: '10rem', show: ({ sessionId }) => sessionId },
  subjectId: { width: '10rem', show: ({ subjectId }) => subjectId },
  actorId: { width: '10rem', show: ({ actorId }) => actorId },
  id: { width: '12rem', show: ({ id }) => <code className="text-xs">{id}</code> },
};

const COLUMN_IDS = Object.keys(COLUMNS) as readonly ColumnId[];
/** All of these fit on a usual screen: their widths above add up to less than the space beside the menu. */
const DEFAULT_COLUMNS: readonly ColumnId[] = [
  'output',
  'explanation',
  'projectName',
  'timestamp',
  'status',
  'humanDecision',
  'model',
];

/** The columns of a view, always in table order. */
export function columnsOf({ columns }: SearchParams): readonly ColumnId[] {
  if (columns === undefined) return DEFAULT_COLUMNS;
  const asked = new Set(columns.split(','));
  const known = COLUMN_IDS.filter((id) => asked.has(id));
  return known.length === 0 ? DEFAULT_COLUMNS : known;
}

/** The URL param for the columns; undefined for the default ones. */
function columnsParam(ids: ReadonlySet<ColumnId>): string | undefined {
  const chosen = COLUMN_IDS.filter((id) => ids.has(id));
  const isDefault =
    chosen.length === DEFAULT_COLUMNS.length && DEFAULT_COLUMNS.every((id) => ids.has(id));
  return isDefault ? undefined : chosen.join(',');
}

interface ColumnMenuProps {
  readonly columns: readonly ColumnId[];
  readonly onChange: Change;
}

export function ColumnMenu({ columns, onChange }: ColumnMenuProps) {
  const chosen = new Set(columns);
  const toggle = (id: ColumnId, isShown: boolean): void =>
    onChange((before) => {
      const next = new Set(columnsOf(before));
      if (isShown) next.add(id);
      else next.delete(id);
      // At least one column stays, even if two are removed before a render.
      return next.size === 0 ? {} : { columns: columnsParam(next) };
    });
  const button = (
    <Button icon={Columns3} size="small" tone="quiet">
      {texts.chooseColumns}
    </Button>
  );
  return (
    <Menu trigger={button} align="end" sideOffset={4}>
      {COLUMN_IDS.map((id) => (
        <MenuCheckbox
          key={id}
          text={texts.columns[id]}
          isChecked={chosen.has(id)}
          isDisabled={chosen.size === 1 && chosen.has(id)}
          onChange={(isShown) => toggle(id, isShown)}
        />
      ))}
    </Menu>
  );
}
