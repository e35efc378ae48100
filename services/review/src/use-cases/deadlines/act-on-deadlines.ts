import { asIs } from '@output-review/runtime';

import type { Actor } from '../../domain/actor.ts';
import type { Deadline } from '../../domain/deadlines/deadline.ts';
import { type DeadlineEffect, effectOf } from '../../domain/deadlines/deadline-effect.ts';
import { decide } from '../../domain/decide.ts';
import type { Output } from '../../domain/output.ts';
import { BY_ITSELF } from '../by-itself.ts';
import type { Change, Changes } from '../changes.ts';
import { saveDecisions } from '../decide-output.ts';

export interface DueOutputs {
  /**
   * Undecided outputs whose deadline is due and has not acted, locked until the end of the transaction.
   * What somebody else has locked is left for the next turn.
   */
  lockDue(at: Date, countMax: number): Promise<Output[]>;
  /** Those of these workspaces in which a deadline may approve, as they want it now. */
  whichApprove(workspaceIds: readonly string[]): Promise<ReadonlySet<string>>;
}

interface Deps {
  readonly change: <T>(work: (changes: Changes & DueOutputs) => Promise<T>) => Promise<T>;
  readonly now: () => Date;
}

const BATCH_MAX = 100;

const THE_DEADLINE: Actor = { name: 'deadline', source: 'deadline' };

/** Does what submissions wanted done where nobody has decided in time; each deadline acts once. */
export const makeActOnDeadlines =
  ({ change, now }: Deps) =>
  async (signal: AbortSignal): Promise<void> => {
    let count: number;
    do count = await change((changes) => actOnBatch(changes, now()));
    while (count === BATCH_MAX && !signal.aborted);
  };

async function actOnBatch(changes: Changes & DueOutputs, at: Date): Promise<number> {
  const due = await changes.lockDue(at, BATCH_MAX);
  if (due.length === 0) return 0;
  const approving = await changes.whichApprove([
    ...new Set(due.map(({ workspaceId }) => workspaceId)),
  ]);
  const planned = due.flatMap((output) => {
    const { deadline, workspaceId } = output;
    if (!deadline) return [];
    return [{ output, deadline, effect: effectOf(output, deadline, approving.has(workspaceId)) }];
  });
  await escalate(changes, planned.flatMap(toEscalation), at);
  await conclude(changes, { decision: 'approved', kind: 'approve' }, { planned, at });
  await conclude(changes, { decision: 'rejected', kind: 'reject' }, { planned, at });
  return due.length;
}

interface Planned {
  readonly output: Output;
  readonly deadline: Deadline;
  readonly effect: DeadlineEffect;
}

interface Conclusion {
  readonly decision: 'approved' | 'rejected';
  readonly kind: DeadlineEffect['kind'];
}

/** Decides as a person would. */
async function conclude(
  changes: Changes,
  { decision, kind }: Conclusion,
  { planned, at }: { readonly planned: readonly Planned[]; readonly at: Date },
): Promise<void> {
  const request = { decision, comment: null, correctedOutput: null, override: false };
  const decided = planned.flatMap(({ output, deadline, effect }): Change[] => {
    if (effect.kind !== kind) return [];
    const after = decide({ output, present: null }, request, { ...THE_DEADLINE, at });
    return after
      ? [{ before: output, after: { ...after, deadline: { ...deadline, actedAt: at } } }]
      : [];
  });
  await saveDecisions(changes, decided, { ...request, origin: BY_ITSELF });
}

interface Escalation {
  readonly output: Output;
  readonly deadline: Deadline;
  readonly reason: string | null;
}

function toEscalation({ output, deadline, effect }: Planned): Escalation[] {
  return effect.kind === 'escalate' ? [{ output, deadline, reason: effect.reason }] : [];
}

/** Calls for a decision once more. */
async function escalate(
  changes: Changes,
  escalations: readonly Escalation[],
  at: Date,
): Promise<void> {
  if (escalations.length === 0) return;
  await changes.save(
    escalations.map(({ output, deadline }) => ({
      before: output,
      after: { ...output, deadline: { ...deadline, actedAt: at, escalatedAt: at } },
    })),
  );
  await changes.addToTimeline(
    escalations.map(({ output: { workspaceId, id }, reason }) => ({
      ...{ workspaceId, id, at, stage: 'escalated', actor: THE_DEADLINE.name, detail: reason },
    })),
  );
  await changes.tell(
    escalations.map(({ output: { workspaceId, id } }) => ({
      ...{ workspaceId, id, event: 'escalated', at },
    })),
  );
  changes.audit(
    BY_ITSELF,
    escalations.map(({ output: { workspaceId, id, status } }) => ({
      ...{ workspaceId, id, action: 'output.escalated' },
      after: { status: asIs(status) },
    })),
  );
}
