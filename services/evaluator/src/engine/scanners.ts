import { createHash } from 'node:crypto';

import { BoundedCache } from './bounded-cache.ts';
import type { CompiledRule } from './compile-rule.ts';
import { TextScanner } from './text-scan/text-scanner.ts';
import type { PatternTools } from './tools.ts';

/** Returns the scanner of a list of rules; null if none of them searches texts. */
export type ScannerOf = (rules: readonly CompiledRule[]) => TextScanner | null;

// Room for about sixty workspaces with a thousand rules each, or some thousands with ten.
const KEPT_BYTES_MAX = 96 * 1024 * 1024;

/**
 * Caches scanners by what they search for: workspaces with the same searches share one, and renaming a rule creates no
 * new one.
 */
export function makeScanners(tools: PatternTools): ScannerOf {
  const kept = new BoundedCache<TextScanner>(KEPT_BYTES_MAX);
  const keys = new WeakMap<readonly CompiledRule[], string | null>();

  return (rules) => {
    let key = keys.get(rules);
    if (key === undefined) {
      key = keyOf(rules);
      keys.set(rules, key);
    }
    if (key === null) return null;
    const known = kept.get(key);
    if (known) return known;
    const scanner = new TextScanner(searchTermsOf(rules), tools);
    kept.add(key, scanner, () => scanner.bytes);
    return scanner;
  };
}

function keyOf(rules: readonly CompiledRule[]): string | null {
  const terms = searchTermsOf(rules);
  if (terms.length === 0) return null;
  const written = terms.map((each) =>
    each.kind === 'keyword' ? `k${each.keyword}` : `p${each.source}`,
  );
  return createHash('sha256').update(JSON.stringify(written.sort())).digest('base64');
}

function searchTermsOf(rules: readonly CompiledRule[]) {
  return rules.flatMap((each) => (each.kind === 'exact' ? (each.searchTerm ?? []) : []));
}
