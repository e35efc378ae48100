const DAY_MS = 86_400_000;
/** How long the work takes that the bench makes up. */
export const YEAR_DAYS = 365;

/** The days before a time, as the endpoint is asked for them. */
export function daysUntil(
  until: Date,
  days: number,
): { readonly from: string; readonly to: string } {
  return {
    from: new Date(until.getTime() - days * DAY_MS).toISOString(),
    to: until.toISOString(),
  };
}

/** All that the bench makes up: its first hour is that of the begin. */
export const yearUntil = (until: Date): { readonly from: string; readonly to: string } =>
  daysUntil(until, YEAR_DAYS);
