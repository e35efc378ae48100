import type { AppliedRule } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import {
  advanceRules,
  type RuleProgress,
  settledRules,
} from '../../domain/judges/rule-progress.ts';
import { isFlaggedExactly, skipJudges } from '../../domain/judges/skip-judges.ts';
import type { WorkspaceJudgesStore } from '../workspace-judges/workspace-judges-store.ts';
import type { ClaimsInHand } from './claims-in-hand.ts';
import type { JudgeRules, JudgeSession } from './judge-rules.ts';

/** Rules that are tried on an output, settled as far as that goes without judges. */
export interface TriedRules extends Omit<JudgeSession, 'judges'> {
  readonly progress: readonly RuleProgress[];
}

export type JudgeTried = (tried: TriedRules) => Promise<readonly AppliedRule[]>;

/** Asks judges for somebody who waits, and stores nothing. */
export const makeJudgeTried =
  ({
    readJudges,
    judgeRules,
    inHand,
    inlineMs,
    readMs,
  }: {
    readonly readJudges: WorkspaceJudgesStore['read'];
    readonly judgeRules: JudgeRules;
    readonly inHand: ClaimsInHand;
    readonly inlineMs: number;
    readonly readMs: () => number;
  }): JudgeTried =>
  async ({ progress, ...session }) => {
    const judges = await readJudges(session.workspaceId);
    if (judges.skipsWhenFlagged && isFlaggedExactly(progress)) return skipJudges(progress);
    const limits = {
      endsAtMs: readMs() + inlineMs,
      triesMax: 1,
      signal: inHand.waitsEnded,
    };
    const statements = await judgeRules({ ...session, judges }, limits);
    const names = new Map(session.rules.map(({ versionId, name }) => [versionId, name]));
    const settled = settledRules(advanceRules(progress, { statements, names, isLast: true }));
    if (!settled) throw new AppError('UNAVAILABLE', 'The evaluator is stopping.');
    return settled;
  };
