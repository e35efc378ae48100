import type { Picture } from './pictures.ts';
import { DASHES, FILLS, STROKES } from './tones.ts';

const SWATCH_PX = 14;

/** What stands for what: by colour, and lines by their dashes too. */
export function Legend({ picture: { drawn, kind } }: { readonly picture: Picture }) {
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
