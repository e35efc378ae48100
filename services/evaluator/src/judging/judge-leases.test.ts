import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { OutputsSubmitted } from '@output-review/contracts';
import type { RunningService } from '@output-review/runtime';
import { ALL_CONNECTIONS, eventually } from '@output-review/runtime/testing';

import {
  PATIENCE_MS,
  startJudgedEvaluator,
  useJudgedEvaluator,
} from '../../test/judged-evaluator.ts';
import { answering, type JudgeBehaviour } from '../../test/judge-server.ts';
import { deletedEvent, rerunEvent } from '../../test/test-evaluator.ts';

jest.setTimeout(PATIENCE_MS);

// As another replica frees an expired lease, for example after 15 s with a blocked event loop. Expired and freed in one
// step, since a renewal could come in between.
const LEASE_ENDED = 'owner = NULL, lease_until = NULL';

// One call at a time: while it is in flight, this replica claims nothing more of the same workspace. No call times out.
const evaluator = useJudgedEvaluator(
  { callsMax: 1, callMs: 2 * PATIENCE_MS, drainMs: 100, renewEveryMs: 200 },
  ALL_CONNECTIONS,
);
let replica: RunningService | undefined;

beforeEach(() => {
  evaluator.judge.behave(answering({ verdict: 'pass' }));
});

afterEach(async () => {
  await replica?.stop();
  replica = undefined;
});

/** Answers the first question when released, and later ones at once. */
function holdFirst(): { readonly release: () => void; readonly isCut: () => boolean } {
  let isFirst = true;
  let isCut = false;
  let release = (): void => undefined;
  const behaviour: JudgeBehaviour = async (asked, response) => {
    if (isFirst) {
      isFirst = false;
      response.on('close', () => {
        isCut = !response.writableFinished;
      });
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      await answering({ verdict: 'fail', explanation: 'Too late.' })(asked, response);
    } else {
      await answering({ verdict: 'pass' })(asked, response);
    }
  };
  evaluator.judge.behave(behaviour);
  return { release: () => release(), isCut: () => isCut };
}

async function anOutputInHand(): Promise<OutputsSubmitted> {
  const output = evaluator.submission(await evaluator.aJudgedWorkspace());
  await evaluator.send(output);
  await evaluator.askedAbout(output);
  return output;
}

describe('a job whose replica does not renew its lease', () => {
  test('is taken over, and later results of the first replica have no effect', async () => {
    const first = holdFirst();
    const output = await anOutputInHand();
    replica = await evaluator.startReplica();

    await evaluator.change(output.id, LEASE_ENDED);

    const result = await evaluator.resultOf(output.id);
    expect(result).toMatchObject({ outcome: 'pass' });
    first.release();
    await evaluator.settle();
    expect(evaluator.publishedOf(output.id)).toEqual([result]);
    expect(await evaluator.jobOf(output.id)).toMatchObject({ state: 'done', owner: null });
  });

  test('gives a caller waiting for its judge the result of the replica that took over', async () => {
    const first = holdFirst();
    const output = evaluator.submission(await evaluator.aJudgedWorkspace(), { sync: true });
    const internal = await evaluator.internal();
    const waiting = internal.post('/internal/evaluate', output);
    await evaluator.askedAbout(output);
    replica = await evaluator.startReplica();

    await evaluator.change(output.id, LEASE_ENDED);

    const result = await evaluator.resultOf(output.id);
    expect(result).toMatchObject({ outcome: 'pass' });
    expect(await waiting).toMatchObject({ status: 200, body: result });
    await eventually(() => expect(first.isCut()).toBe(true));
  });
});

test('renews a lease for as long as the judge takes', async () => {
  const first = holdFirst();
  const output = await anOutputInHand();
  replica = await evaluator.startReplica();
  const leaseOf = async (): Promise<Date | undefined> => {
    const { rows } = await evaluator.admin.query<{ until: Date }>(
      'SELECT lease_until AS until FROM evaluator.evaluations WHERE output_id = $1',
      [output.id],
    );
    return rows[0]?.until;
  };
  const before = await leaseOf();

  await eventually(async () => {
    expect((await leaseOf())?.getTime()).toBeGreaterThan(before?.getTime() ?? Infinity);
  });

  first.release();
  expect(await evaluator.resultOf(output.id)).toMatchObject({ outcome: 'fail' });
  await evaluator.askedAbout(output, 1);
});

test('returns the jobs of a replica at once at shutdown, with the progress so far', async () => {
  const alone = await startJudgedEvaluator({ drainMs: 1_000 });
  try {
    const workspaceId = await alone.aJudgedWorkspace({ value: 'It is polite.' });
    const api = await alone.api(workspaceId);
    await api.post('/api/rules', { name: 'Other', type: 'llm_judge', value: 'It is short.' });
    alone.judge.behave((asked, response) => {
      const isPolite = asked.body.messages.at(-1)?.content.includes('It is polite.');
      return isPolite ? answering({ verdict: 'pass' })(asked, response) : undefined;
    });
    const output = alone.submission(workspaceId);
    await alone.send(output);
    await alone.askedAbout(output, 2);

    await alone.service.stop();

    expect(await alone.jobOf(output.id)).toMatchObject({ state: 'judging', owner: null });
    alone.judge.behave(answering({ verdict: 'pass' }));
    replica = await alone.startReplica();
    expect(await alone.resultOf(output.id)).toMatchObject({ outcome: 'pass' });
    await alone.askedAbout(output, 3);
    expect(alone.judge.asked).toHaveLength(3);
  } finally {
    await replica?.stop();
    replica = undefined;
    await alone.stop();
  }
});

describe('an output that is being judged', () => {
  test('is forgotten if it is deleted, without waiting for its judge', async () => {
    const first = holdFirst();
    const output = await anOutputInHand();

    await evaluator.bus.send([deletedEvent(output)]);

    expect(await evaluator.jobOf(output.id)).toEqual({
      ...{ state: 'deleted', owner: null, attempt: null, material: null, progress: null },
    });
    await eventually(() => expect(first.isCut()).toBe(true));
    first.release();
    await evaluator.settle();
    expect(evaluator.publishedOf(output.id)).toEqual([]);
  });

  test('keeps its job if the same run is requested again', async () => {
    const first = holdFirst();
    const output = await anOutputInHand();
    const { attempt } = await evaluator.jobOf(output.id);

    await evaluator.bus.send([rerunEvent(output, 1)]);

    expect(await evaluator.jobOf(output.id)).toMatchObject({ state: 'judging', attempt });
    first.release();
    expect(await evaluator.resultOf(output.id)).toMatchObject({ run: 1, outcome: 'fail' });
    await evaluator.settle();
    expect(evaluator.publishedOf(output.id)).toHaveLength(1);
  });

  test('has only the result of a new run if one is requested', async () => {
    const first = holdFirst();
    const output = await anOutputInHand();
    replica = await evaluator.startReplica();

    await evaluator.bus.send([rerunEvent(output, 2)]);

    expect(await evaluator.resultOf(output.id)).toMatchObject({ run: 2, outcome: 'pass' });
    first.release();
    await evaluator.settle();
    expect(evaluator.publishedOf(output.id)).toHaveLength(1);
  });
});

test('shares many jobs between two replicas: each output is judged and published once', async () => {
  replica = await evaluator.startReplica({ judging: { ...evaluator.judging, callsMax: 4 } });
  const workspaces = await Promise.all([1, 2, 3].map(() => evaluator.aJudgedWorkspace()));
  const outputs = Array.from({ length: 40 }, (_, index) =>
    evaluator.submission(workspaces[index % 3] ?? ''),
  );
  const askedBefore = evaluator.judge.asked.length;

  await evaluator.send(...outputs);

  for (const { id } of outputs) await evaluator.resultOf(id);
  expect(outputs.every(({ id }) => evaluator.publishedOf(id).length === 1)).toBe(true);
  expect(evaluator.judge.asked.length - askedBefore).toBe(outputs.length);
});
