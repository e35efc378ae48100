import { ChevronDown, ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';

import { type JsonRow, toJsonRows } from './rows.ts';
import { texts } from './texts.ts';
import { VirtualRows } from './virtual-rows.tsx';

const INDENT_REM = 1;
// Room for the fold button in front of its line.
const BUTTON_REM = 1.25;

const COLOURS: Readonly<Record<JsonRow['kind'], string>> = {
  open: 'text-soft',
  close: 'text-soft',
  string: 'text-ok',
  number: 'text-warn',
  boolean: 'text-warn',
  null: 'text-faint',
};

/** A JSON viewer with collapsible parts, for any size. */
export function JsonView({ label, value }: { readonly label: string; readonly value: object }) {
  const [folded, setFolded] = useState<ReadonlySet<object>>(new Set());
  const rows = useMemo(() => toJsonRows(value, folded), [value, folded]);
  const toggle = (opens: object): void => {
    const next = new Set(folded);
    if (!next.delete(opens)) next.add(opens);
    setFolded(next);
  };
  return (
    <VirtualRows label={label} rows={rows}>
      {(row) => (
        <div style={{ paddingLeft: `${row.depth * INDENT_REM + BUTTON_REM}rem` }}>
          <JsonLine
            row={row}
            isFolded={row.opens !== null && folded.has(row.opens)}
            onToggle={toggle}
          />
        </div>
      )}
    </VirtualRows>
  );
}

interface JsonLineProps {
  readonly row: JsonRow;
  readonly isFolded: boolean;
  readonly onToggle: (opens: object) => void;
}

function JsonLine({ row: { opens, name, kind, text, size }, isFolded, onToggle }: JsonLineProps) {
  const Icon = isFolded ? ChevronRight : ChevronDown;
  return (
    <>
      {opens !== null && size !== 0 && (
        <button
          type="button"
          aria-expanded={!isFolded}
          aria-label={texts.json.toggle(name)}
          onClick={() => onToggle(opens)}
          className="-ml-5 inline-flex size-5 items-center justify-center align-top text-faint hover:text-ink"
        >
          <Icon size="0.8125rem" aria-hidden />
        </button>
      )}
      {name !== null && <span className="text-accent">{`"${name}": `}</span>}
      <span className={COLOURS[kind]}>{text}</span>
      {isFolded && (
        <span className="text-faint">
          {` ${texts.json.inside(size ?? 0)} `}
          {text === '[' ? ']' : '}'}
        </span>
      )}
    </>
  );
}
