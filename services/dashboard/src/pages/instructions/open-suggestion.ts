import type { Suggestion } from './document-queries.ts';

/**
 * The one draft to be shown: what is being written or waits, else what came to nothing last, until
 * somebody puts it away.
 *
 * @param suggestions newest first.
 */
export function findOpenSuggestion(suggestions: readonly Suggestion[]): Suggestion | null {
  const open = suggestions.find(({ state }) => state === 'drafting' || state === 'ready');
  if (open) return open;
  const [newest] = suggestions;
  return newest?.state === 'failed' || newest?.state === 'stale' ? newest : null;
}
