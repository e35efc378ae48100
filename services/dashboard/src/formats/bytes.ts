import { LOCALE } from './locale.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const STEP = 1_024;

/** A number of bytes in a unit that people read, in powers of 1,024. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= STEP && unit < UNITS.length - 1) {
    value /= STEP;
    unit += 1;
  }
  return new Intl.NumberFormat(LOCALE, {
    ...{ style: 'unit', unit: UNITS[unit] ?? 'byte', unitDisplay: unit === 0 ? 'long' : 'short' },
    maximumFractionDigits: 1,
  }).format(value);
}
