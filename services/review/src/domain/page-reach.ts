/** Rows that PostgreSQL may walk past to reach a page; a cursor walks past none. */
const PAGE_REACH_MAX = 100_000;

interface Page {
  readonly page: number;
  readonly limit: number;
}

/** The fault of a page that is too far away, by its field; none of one that is not. */
export function pageFaultOf({ page, limit }: Page, advice: string): { readonly page?: string } {
  if (page * limit <= PAGE_REACH_MAX) return {};
  return { page: `page × limit must be at most 100,000; ${advice}` };
}
