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

/** Drops what is malformed: an address is typed too. */
export function readAuditSearch(given: Record<string, unknown>): AuditSearch {
  const { actor, logId, from, to, page } = given;
  return {
    ...(isText(actor) ? { actor: String(actor) } : {}),
    ...(isText(logId) ? { logId: String(logId) } : {}),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
    ...(Number.isSafeInteger(page) && Number(page) > 1 ? { page: Number(page) } : {}),
  };
}

/** The query of the API: days become the instants at which they begin and end here. */
export function queryOf({ from, to, page = 1, ...rest }: AuditSearch, limit: number) {
  return {
    ...rest,
    ...(from === undefined ? {} : { from: startOf(from).toISOString() }),
    ...(to === undefined ? {} : { to: new Date(startOf(to).getTime() + DAY_MS).toISOString() }),
    ...{ page, limit },
  };
}

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00`);
}

// An id of digits is a number in the address.
function isText(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && DAY.test(value) && !Number.isNaN(startOf(value).getTime());
}
