import { leaveOutUndefined, readPage, readText } from '../../app/address.ts';
import { startOfDay } from '../../formats.ts';

/** What the page of the audit shows, as its address says it. */
export interface AuditSearch {
  readonly actor?: string;
  readonly logId?: string;
  /** Days, `YYYY-MM-DD`, in the zone of who reads. */
  readonly from?: string;
  readonly to?: string;
  readonly page?: number;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

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
    ...(to === undefined ? {} : { to: new Date(startOfDay(to).getTime() + DAY_MS).toISOString() }),
    ...{ page, limit },
  };
}

function readDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !DAY.test(value)) return undefined;
  return Number.isNaN(startOfDay(value).getTime()) ? undefined : value;
}
