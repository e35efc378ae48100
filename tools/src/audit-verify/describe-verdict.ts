import type { ChainFound } from './read-chains.ts';
import type { Finding, Verdict } from './verify-chain.ts';

/** Describes the verdict on one chain in a few lines for an operator. */
export function describeVerdict(
  { workspaceId, erasedAt }: Pick<ChainFound, 'workspaceId' | 'erasedAt'>,
  { records, lastSeq, proven, findings }: Verdict,
): string[] {
  const erased = erasedAt === null ? '' : `, erased at ${erasedAt}`;
  const end = proven
    ? `verified up to record ${proven.seq}, which the gateway saw at ${proven.keptAt}`
    : 'the gateway has seen none of them';
  const later =
    proven && lastSeq > proven.seq ? `; it has not seen the ${lastSeq - proven.seq} after it` : '';
  return [
    `${workspaceId}: ${records} ${records === 1 ? 'record' : 'records'}${erased}${records > 0 ? `, ${end}${later}` : ''}`,
    ...findings.map((finding) => `  ${describeFinding(finding)}`),
    ...(findings.filter(({ kind }) => kind === 'changed').length >= records && records > 1
      ? ['  No link matches. Is AUDIT_KEY the key that the services use?']
      : []),
  ];
}

function describeFinding(finding: Finding): string {
  switch (finding.kind) {
    case 'missing':
      return `${range(finding)} missing`;
    case 'changed':
      return `record ${finding.seq} was changed, or is in the place of another record`;
    case 'rewritten':
      return `record ${finding.seq} is not the record that the gateway saw at ${finding.keptAt}`;
    case 'cut-off':
      return `${range(finding)} missing: the end was cut off`;
  }
}

const range = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  from === to ? `record ${from} is` : `records ${from} to ${to} are`;
