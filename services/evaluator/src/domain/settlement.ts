/** How one rule ended on one output. There is something to say unless it passed. */
export type Settlement =
  | { readonly outcome: 'passed'; readonly summary: null }
  | { readonly outcome: 'failed' | 'error' | 'skipped'; readonly summary: string };

export const PASSED: Settlement = { outcome: 'passed', summary: null };

export const NOTHING_TO_READ: Settlement = skipped(
  'There was nothing to read: neither an output nor an action.',
);

export function failed(summary: string): Settlement {
  return { outcome: 'failed', summary };
}

export function skipped(summary: string): Settlement {
  return { outcome: 'skipped', summary };
}
