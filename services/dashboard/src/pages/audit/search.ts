import { leaveOutUndefined, readPage, readText } from '../../app/address.ts';
import { endOfDay, readDay, startOfDay } from '../../formats.ts';

/** What the page of the audit shows, as its address says it. */
export interface AuditSearch {
  readonly actor?: string;
  readonly logId?: string;
  /** Days, `YYYY-MM-DD`, in the zone of who reads. */
  readonly from?: string;
  readonly to?: string;
  readonly page?: number;
}

export function readAuditSearch(given: Record<string, unknown>): AuditSearch {
  return leaveOutUndefined({
    actor: readText(given['actor']),
    logId: readText(given['logId']),
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
