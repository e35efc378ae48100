import type { Tone } from './pictures.ts';

// Whole names: Tailwind makes the classes that it finds in the sources.
export const FILLS: Readonly<Record<Tone, string>> = {
  pass: 'fill-chart-pass',
  flagged: 'fill-chart-flagged',
  error: 'fill-chart-error',
  first: 'fill-chart-first',
  second: 'fill-chart-second',
};

export const STROKES: Readonly<Record<Tone, string>> = {
  pass: 'stroke-chart-pass',
  flagged: 'stroke-chart-flagged',
  error: 'stroke-chart-error',
  first: 'stroke-chart-first',
  second: 'stroke-chart-second',
};

/** Lines are told apart without their colour too. */
export const DASHES: Readonly<Record<Tone, string | undefined>> = {
  pass: undefined,
  flagged: undefined,
  error: undefined,
  first: undefined,
  second: '4 3',
};
