import type { AppliedRule } from '@output-review/contracts';

// The limit in the contract for the values of an output's rules.
export const VALUES_BYTES_MAX = 1024 * 1024;

/** Placeholder for a value that is left out. */
export const LEFT_OUT = '…';

/** Rules that did not pass come first: their values explain the result. */
export function versionsByOutcome(applied: readonly AppliedRule[]): string[] {
  const isObjecting = ({ outcome }: AppliedRule) => outcome === 'failed' || outcome === 'error';
  const ordered = [...applied.filter(isObjecting), ...applied.filter((rule) => !isObjecting(rule))];
  return ordered.map(({ ruleVersionId }) => ruleVersionId);
}

/** The first versions whose values fit into that many bytes. */
export function takeFitting<V extends { readonly valueBytes: number }>(
  versions: Iterable<V>,
  bytesMax: number,
): V[] {
  const fitting: V[] = [];
  let bytes = 0;
  for (const version of versions) {
    bytes += version.valueBytes;
    if (bytes > bytesMax) break;
    fitting.push(version);
  }
  return fitting;
}
