/** How one rule ended on one text. There is something to say unless it passed. */
export type Settlement =
  | { readonly outcome: 'passed'; readonly summary: null }
  | { readonly outcome: 'failed' | 'error' | 'skipped'; readonly summary: string };

export const PASSED: Settlement = { outcome: 'passed', summary: null };

export function failed(summary: string): Settlement {
  return { outcome: 'failed', summary };
}
