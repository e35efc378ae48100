import type { FileClaim } from '../../use-cases/submissions/file-claim.ts';

/** Claims as array parameters of a statement, one a column: workspace, output, attempt. */
export function claimColumns(claims: readonly FileClaim[]): unknown[] {
  return [
    claims.map(({ workspaceId }) => workspaceId),
    claims.map(({ outputId }) => outputId),
    claims.map(({ attempt }) => attempt),
  ];
}
