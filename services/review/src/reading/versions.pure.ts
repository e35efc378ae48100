import type { AnswerOf, getInstructionsResults } from '@output-review/contracts';

import { type StatusCount, summarize } from '../search/search.pure.ts';

/** How many outputs of one version of the instructions stand where. */
export interface VersionCount extends StatusCount {
  readonly version: number;
}

/** How the outputs of one version fared. */
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
