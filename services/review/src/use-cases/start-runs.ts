import { outputsReevaluationRequested } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { asIs } from '@output-review/runtime';

import { actorOf } from '../domain/actor.ts';
import { heldBecause } from '../domain/held.ts';
import { outputKey, type Output, type OutputKey } from '../domain/output.ts';
import { canBeEvaluated, startRun } from '../domain/start-run.ts';
import type { Caller } from './caller.ts';
import type { Change, ChangeDeps, Changes } from './changes.ts';

/** Evaluates one output again, with the rules of now. */
export const makeEvaluateAgain =
  ({ change, now }: ChangeDeps) =>
  (key: OutputKey, caller: Caller): Promise<void> =>
    change(async (changes) => {
      const [before] = await changes.lock([key]);
      if (!before) throw new AppError('NOT_FOUND', 'There is no such output.');
      const after = startRun(before, now());
      await beginRuns(changes, [{ before, after }], actorOf(caller.principal).name);
      changes.audit(caller, [
        {
          ...{ ...key, action: 'output.reevaluated' },
          before: { status: asIs(before.status), run: before.run },
          after: { status: asIs(after.status), run: after.run },
        },
      ]);
    });

export interface RunsDeps extends ChangeDeps {
  /** Splits outputs so that the contents of one part fit into memory, and so into a transaction. */
  readonly chunksOf: (keys: readonly OutputKey[]) => Promise<OutputKey[][]>;
}

/** Starts a run of every one of these that may have one: undecided and not pending. */
export const makeStartRuns =
  ({ change, chunksOf, now }: RunsDeps) =>
  async (keys: readonly OutputKey[]): Promise<number> => {
    let started = 0;
    for (const chunk of await chunksOf(keys)) {
      started += await change((changes) => startReady(changes, chunk, now()));
    }
    return started;
  };

async function startReady(changes: Changes, keys: readonly OutputKey[], at: Date): Promise<number> {
  const outputs = await changes.lock(keys);
  const ready = outputs.filter(
    (output) => output.status !== 'pending' && !output.decision && canBeEvaluated(output),
  );
  await beginRuns(
    changes,
    ready.map((before) => ({ before, after: startRun(before, at) })),
    null,
  );
  return ready.length;
}

async function beginRuns(
  changes: Changes,
  runs: readonly Change[],
  actor: string | null,
): Promise<void> {
  if (runs.length === 0) return;
  // The row shows the new run's times; the former run's stay in the timeline.
  await changes.addToTimeline(
    runs.flatMap(({ before, after }) => [
      ...formerRun(before),
      {
        ...keyOf(after),
        at: after.queuedAt,
        stage: 'queued' as const,
        actor,
        detail: `Evaluation ${after.run}`,
      },
    ]),
  );
  await changes.save(runs);
  await requestRuns(
    changes,
    runs.map(({ after }) => after),
  );
}

function formerRun(output: Output) {
  if (!output.evaluatedAt) return [];
  const { evaluatedAt: at, status, verdict, isFlagged } = output;
  const event = { ...keyOf(output), at, actor: null };
  // What neither a rule nor a flag holds was held for approval.
  const why = heldBecause({ status, verdict, requireApproval: !isFlagged && verdict !== 'fail' });
  return [
    { ...event, stage: 'evaluated' as const, detail: verdict ?? 'error' },
    ...(why === null ? [] : [{ ...event, stage: 'flagged' as const, detail: why }]),
  ];
}

/** Asks the evaluator for the run that these outputs wait for. */
export async function requestRuns(changes: Changes, outputs: readonly Output[]): Promise<void> {
  const contents = await changes.contentsOf(outputs);
  await changes.announce(
    outputsReevaluationRequested,
    outputs.flatMap((output) => {
      const found = contents.get(outputKey(output));
      if (!found) return [];
      const { content, attachments } = found;
      const { run, projectId, taskId, queuedAt } = output;
      const requestedAt = queuedAt.toISOString();
      const request = { ...keyOf(output), run, requestedAt, projectId, taskId, content };
      return [attachments.length === 0 ? request : { ...request, attachments: [...attachments] }];
    }),
  );
}

function keyOf({ workspaceId, id }: OutputKey): OutputKey {
  return { workspaceId, id };
}
