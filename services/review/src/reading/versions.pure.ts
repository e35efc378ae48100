import type { AnswerOf, getInstructionsResults } from '@output-review/contracts';

import { type StatusCount, summarize } from '../search/search.pure.ts';

/** The outputs of one version of the instructions, by status. */
export interface VersionCount extends StatusCount {
  readonly version: number;
}

/** The results of one version. */
type VersionResults = AnswerOf<typeof getInstructionsResults>[number];

/** Newest version first. */
export function resultsByVersion(counts: readonly VersionCount[]): VersionResults[] {
  const versions = [...new Set(counts.map(({ version }) => version))].sort((a, b) => b - a);
  return versions.map((version) => {
    const own = counts.filter((count) => count.version === version);
    const { totalRuns, successRate } = summarize(own);
    const flagged = sum(own.filter(({ status }) => status === 'flagged'));
    const decided = sum(own.filter(({ isDecided }) => isDecided));
    return { version, runs: totalRuns, flagged, decided, successRate };
  });
}

function sum(counts: readonly VersionCount[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}
