import { outputsDecided } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { asIs, type AuditOrigin } from '@output-review/runtime';

import { actorOf } from '../domain/actor.ts';
import { checkConclusion, decide, type DecisionRequest } from '../domain/decide.ts';
import { outputKey, type Output, type OutputKey } from '../domain/output.ts';
import type { Caller } from './caller.ts';
import type { Change, ChangeDeps, Changes } from './changes.ts';

/** Decides one output. The same decision again changes nothing and announces nothing. */
export const makeDecideOutput =
  ({ change, now }: ChangeDeps) =>
  async (key: OutputKey, request: DecisionRequest, caller: Caller): Promise<void> => {
    checkConclusion(request);
    await change(async (changes) => {
      const [output] = await changes.lock([key]);
      if (!output) throw new AppError('NOT_FOUND', 'There is no such output.');
      const present = (await changes.presentConclusions([key])).get(outputKey(key)) ?? null;
      const at = now();
      const by = { ...actorOf(caller.principal), at };
      const after = decide({ output, present }, request, by);
      const decided = after ? [{ before: output, after }] : [];
      await saveDecisions(changes, decided, { ...request, origin: caller });
    });
  };

interface Decisions extends DecisionRequest {
  readonly origin: AuditOrigin;
}

/** Writes decisions that were made: the row, the list, the timeline, the event and the audit. */
export async function saveDecisions(
  changes: Changes,
  decided: readonly Change[],
  { decision, comment, correctedOutput, origin }: Decisions,
): Promise<void> {
  const made = decided.flatMap(({ after }) => withDecision(after));
  const at = made[0]?.decision.at;
  if (!at) return;
  await changes.save(decided);
  await changes.clearConclusions(
    decided.filter(({ before }) => before.decision !== null).map(({ after }) => after),
    at,
  );
  await changes.addConclusions(
    made.map(({ workspaceId, id, decision: { by, source } }) => ({
      ...{ workspaceId, id, decision, comment, correctedOutput, by, source, at },
    })),
  );
  await changes.addToTimeline(
    made.map(({ workspaceId, id, decision: { by } }) => ({
      ...{ workspaceId, id, at, stage: 'decided', actor: by, detail: decision },
    })),
  );
  await changes.tell(made.map(({ workspaceId, id }) => ({ workspaceId, id, event: decision, at })));
  await changes.announce(
    outputsDecided,
    made.map(({ workspaceId, id, projectId, taskId, sequence, decision: { by, source } }) => ({
      ...{ workspaceId, id, sequence, decidedAt: at.toISOString(), decidedBy: by, source },
      ...{ decision, comment, correctedOutput, projectId, taskId },
    })),
  );
  changes.audit(
    origin,
    decided.map(({ before, after: { workspaceId, id } }) => ({
      ...{ workspaceId, id, action: 'output.decided' },
      before: { decision: asIs(before.decision?.decision ?? null) },
      after: { decision: asIs(decision), comment, correctedOutput },
    })),
  );
}

type Decided = Output & { readonly decision: NonNullable<Output['decision']> };

function withDecision(output: Output): Decided[] {
  return output.decision ? [{ ...output, decision: output.decision }] : [];
}
