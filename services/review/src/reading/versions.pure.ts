import type { AnswerOf, getInstructionsResults } from '@output-review/contracts';

import { type StatusCount, summarize } from '../search/search.pure.ts';

/** The outputs of one version of the instructions, by status. */
export interface VersionCount extends StatusCount {
  readonly version: number;
}

/** The results of one version. */
type VersionResults = AnswerOf<typeof getInstructionsResults>[number];

/** Newest version first. Callers choose the versions of their outputs, so there may be as many as outputs. */
export function resultsByVersion(counts: readonly VersionCount[]): VersionResults[] {
  const byVersion = new Map<number, VersionCount[]>();
  for (const count of counts) {
    const own = byVersion.get(count.version);
    if (own) own.push(count);
    else byVersion.set(count.version, [count]);
  }
  return [...byVersion]
    .sort(([a], [b]) => b - a)
    .map(([version, own]) => {
      const { totalRuns, successRate } = summarize(own);
      const flagged = sum(own.filter(({ status }) => status === 'flagged'));
      const decided = sum(own.filter(({ isDecided }) => isDecided));
      return { version, runs: totalRuns, flagged, decided, successRate };
    });
}

function sum(counts: readonly VersionCount[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}
