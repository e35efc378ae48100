import { leaveOutUndefined, readPage, readText } from '../../app/address.ts';
import { endOfDay, readDay, startOfDay } from '../../formats.ts';

/** What the page of the audit shows, as its address says it. */
export type AuditSearch = ReturnType<typeof readAuditSearch>;

export function readAuditSearch(given: Record<string, unknown>) {
  return leaveOutUndefined({
    actor: readText(given['actor']),
    logId: readText(given['logId']),
    // Days, `YYYY-MM-DD`, in the zone of who reads.
    from: readDay(given['from']),
    to: readDay(given['to']),
    page: readPage(given['page']),
  });
}

/** The query of the API: days become the instants at which they begin and end here. */
export function queryOf({ from, to, page = 1, ...rest }: AuditSearch, limit: number) {
  return {
    ...rest,
    ...(from === undefined ? {} : { from: startOfDay(from).toISOString() }),
    ...(to === undefined ? {} : { to: endOfDay(to).toISOString() }),
    ...{ page, limit },
  };
}
