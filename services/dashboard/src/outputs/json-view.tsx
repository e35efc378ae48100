import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';

import { texts } from '../texts.ts';
import { type JsonRow, toJsonRows } from './json-rows.ts';

interface JsonViewProps {
  readonly label: string;
  readonly value: object;
}

const ROW_HEIGHT_PX = 20;
const INDENT_REM = 1;

const COLOURS: Readonly<Record<JsonRow['kind'], string>> = {
  open: 'text-soft',
  close: 'text-soft',
  string: 'text-ok',
  number: 'text-warn',
  boolean: 'text-warn',
  null: 'text-faint',
};

/** JSON with its parts to be folded, however much there is of it. */
export function JsonView({ label, value }: JsonViewProps) {
  'use no memo';
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => toJsonRows(value, folded), [value, folded]);
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 20,
  });
  const toggle = (path: string): void => {
    const next = new Set(folded);
    if (!next.delete(path)) next.add(path);
    setFolded(next);
  };
  return (
    <div
      ref={frame}
      role="region"
      aria-label={label}
      tabIndex={0}
      className="max-h-[60dvh] overflow-auto rounded-md bg-sunken p-3 font-mono text-xs leading-5"
    >
      <div className="relative w-full" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          return (
            row && (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                className="absolute inset-x-0 top-0 break-words whitespace-pre-wrap"
                style={{
                  transform: `translateY(${start}px)`,
                  paddingLeft: `${row.depth * INDENT_REM + 1.25}rem`,
                }}
              >
                <JsonLine row={row} isFolded={folded.has(row.path)} onToggle={toggle} />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

interface JsonLineProps {
  readonly row: JsonRow;
  readonly isFolded: boolean;
  readonly onToggle: (path: string) => void;
}

function JsonLine({ row: { path, name, kind, text, size }, isFolded, onToggle }: JsonLineProps) {
  const Icon = isFolded ? ChevronRight : ChevronDown;
  return (
    <>
      {size !== null && size > 0 && (
        <button
          type="button"
          aria-expanded={!isFolded}
          aria-label={texts.json.toggle(name ?? path)}
          onClick={() => onToggle(path)}
          className="-ml-5 inline-flex size-5 items-center justify-center align-top text-faint hover:text-ink"
        >
          <Icon size={13} aria-hidden />
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
