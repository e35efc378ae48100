import type { AppliedRule } from '@output-review/contracts';

// What the contract says of the values of an output's rules.
export const VALUES_BYTES_MAX = 1024 * 1024;

/** What stands for a value that is not told. */
export const LEFT_OUT = '…';

/** Those that did not pass come first: their values say what is wrong. */
export function versionsByOutcome(applied: readonly AppliedRule[]): string[] {
  const isObjecting = ({ outcome }: AppliedRule) => outcome === 'failed' || outcome === 'error';
  const ordered = [...applied.filter(isObjecting), ...applied.filter((rule) => !isObjecting(rule))];
  return ordered.map(({ ruleVersionId }) => ruleVersionId);
}

/** Of versions, the first ones whose values come to so many bytes. */
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
