import { type Database, GroupCommit, type GroupMember } from '@output-review/runtime';

import type { EndedAttempt, SettleAttempt } from '../../use-cases/deliveries/settled-attempt.ts';
import { makeSettleFailure, type SettleFailureDeps } from './settle-failure.ts';
import { makeSettleSuccesses } from './settle-successes.ts';

interface Member extends GroupMember {
  readonly attempt: EndedAttempt;
}

// An answer is kept up to 1 KB.
const BYTES_MAX = 2_000;

/**
 * Writes down how attempts went. Most come through, and nothing else follows from that: those that end
 * while others are written down share the next transaction.
 */
export function makeSettleAttempt(deps: SettleFailureDeps): SettleAttempt {
  const settleFailure = makeSettleFailure(deps);
  const successes = makeSuccesses(deps.database);
  return async (attempt) => {
    if (attempt.answer.error !== null) await settleFailure(attempt);
    else await successes.add({ attempt, bytes: BYTES_MAX, uniqueKeys: [] });
  };
}

function makeSuccesses(database: Database): GroupCommit<Member, Member> {
  const settleSuccesses = makeSettleSuccesses(database);
  return new GroupCommit({
    commit: async (group) => {
      await settleSuccesses(group.map(({ attempt }) => attempt));
      return group;
    },
    readMs: () => performance.now(),
  });
}
