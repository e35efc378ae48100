import { leaveOutUndefined, readPage, readText } from '../../app/address.ts';
import { endOfDay, readDay, startOfDay } from '../../formats.ts';

/** The search params of the audit page. */
export type AuditSearch = ReturnType<typeof readAuditSearch>;

export function readAuditSearch(given: Record<string, unknown>) {
  return leaveOutUndefined({
    actor: readText(given['actor']),
    logId: readText(given['logId']),
    // Days as `YYYY-MM-DD`, in the user's time zone.
    from: readDay(given['from']),
    to: readDay(given['to']),
    page: readPage(given['page']),
  });
}

/** Builds the API query: days become their first and last instants in the user's time zone. */
export function queryOf({ from, to, ...rest }: AuditSearch) {
  return {
    ...rest,
    ...(from === undefined ? {} : { from: startOfDay(from).toISOString() }),
    ...(to === undefined ? {} : { to: endOfDay(to).toISOString() }),
  };
}
