import type { PatternTools } from './pattern.ts';

/** How many instructions a pattern becomes; null where it cannot be compiled: what runs it says why. */
export function weighSource(source: string, { weighPattern }: PatternTools): number | null {
  try {
    return weighPattern(source);
  } catch {
    return null;
  }
}
