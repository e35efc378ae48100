import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

import { formatInterval } from './figures.ts';
import { type ChartProps, FILLS } from './pictures.ts';
import { texts } from './texts.ts';
import { outputsAt } from './time-range.ts';

interface ChartCursorProps extends ChartProps {
  readonly margin: { readonly top: number; readonly left: number };
  readonly plot: { readonly width: number; readonly height: number };
  /** The width of an interval in pixels. */
  readonly step: number;
}

/**
 * The interval under the pointer, or chosen by the arrow keys. It shows its figures and links to its outputs.
 * The whole chart is one tab stop.
 */
export function ChartCursor({ picture, points, view, margin, plot, step }: ChartCursorProps) {
  const [place, setPlace] = useState(points.length - 1);
  const [isShown, setShown] = useState(false);
  const link = useRef<HTMLAnchorElement>(null);
  const isMovedByKey = useRef(false);
  const current = Math.min(place, points.length - 1);
  useEffect(() => {
    // Each interval has its own link; focusing it makes screen readers announce it.
    if (isMovedByKey.current) link.current?.focus();
    isMovedByKey.current = false;
  }, [current]);
  const point = points[current];
  if (!point) return null;
  // The remaining width is split between both ends.
  const start = (plot.width - step * points.length) / 2;
  const follow = ({ clientX, currentTarget }: PointerEvent): void => {
    const left = clientX - currentTarget.getBoundingClientRect().left - start;
    setPlace(Math.max(0, Math.min(points.length - 1, Math.floor(left / step))));
    setShown(true);
  };
  const move = (event: KeyboardEvent): void => {
    const next = placeAfter(event.key, current, points.length);
    if (next === null) return;
    event.preventDefault();
    isMovedByKey.current = next !== current;
    setPlace(next);
  };
  const name = formatInterval(new Date(point.at), view.interval);
  const figures = picture.drawn.map(({ name: of, tone, valueOf }) => {
    const value = valueOf(point);
    return { name: of, tone, text: value === null ? '–' : picture.format(value) };
  });
  const said = figures.map((figure) => `${figure.name} ${figure.text}`).join(', ');
  return (
    <div
      role="group"
      aria-label={texts.pictureOf(picture.title)}
      className="absolute"
      style={{ ...margin, ...plot }}
      onPointerMove={follow}
      onPointerLeave={() => setShown(false)}
      onKeyDown={move}
    >
      <Link
        key={point.at}
        ref={link}
        to="/outputs"
        search={outputsAt(point.at, view.interval)}
        preload={false}
        aria-label={texts.outputsOf(name, said)}
        onFocus={() => setShown(true)}
        onBlur={() => setShown(false)}
        className={`absolute inset-y-0 rounded ${isShown ? 'bg-ink/8' : ''}`}
        style={{ left: start + current * step, width: step }}
      />
      {isShown && (
        <div
          aria-hidden
          className="pointer-events-none absolute top-1 z-10 rounded-md border border-line bg-raised px-2.5 py-1.5 text-xs whitespace-nowrap text-soft shadow-overlay"
          style={besideOf(current, { step, start, ...plot, count: points.length })}
        >
          <p className="font-medium text-ink">{name}</p>
          {figures.map((figure) => (
            <p key={figure.name} className="flex items-center gap-1.5">
              <svg width={8} height={8}>
                <rect width={8} height={8} rx={2} className={FILLS[figure.tone]} />
              </svg>
              {figure.name}
              <span className="ml-auto pl-3 font-medium text-ink tabular-nums">{figure.text}</span>
            </p>
          ))}
        </div>
      )}
    </div>
  );
}

function placeAfter(key: string, place: number, count: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, place - 1);
    case 'ArrowRight':
      return Math.min(count - 1, place + 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

interface Steps {
  readonly step: number;
  readonly start: number;
  readonly width: number;
  readonly count: number;
}

/** Places the tooltip on the side with more room. */
function besideOf(place: number, { step, start, width, count }: Steps) {
  const gap = 8;
  return place < count / 2
    ? { left: start + (place + 1) * step + gap }
    : { right: width - start - place * step + gap };
}
