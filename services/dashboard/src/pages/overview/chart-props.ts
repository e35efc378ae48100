import type { Point } from './figures.ts';
import type { View } from './overview-search.ts';
import type { Picture } from './pictures.ts';

/** A picture with what it is drawn from. */
export interface ChartProps {
  readonly picture: Picture;
  readonly points: readonly Point[];
  readonly view: View;
}
