import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import type { OutputsSubmitted } from '@output-review/contracts';
import { newId, type RunningService } from '@output-review/runtime';
import { eventually, makeApiClient } from '@output-review/runtime/testing';

import { holdChecks } from '../../test/hold-checks.ts';
import { type JudgedEvaluator, startJudgedEvaluator } from '../../test/judged-evaluator.ts';
import { answering } from '../../test/judge-server.ts';
import { SeededRandom } from '../../test/seeded-random.ts';
import { deletedEvent } from '../../test/test-evaluator.ts';

// A process started from sources compiles them first.
jest.setTimeout(120_000);

// Longer than the default of five seconds, which would also apply to checks that a test holds.
const PATIENT = { checkDeadlineMs: 60_000 };

// Hundreds of states at once, for each character.
const COSTLY_RULE = {
  ...{ name: 'Costly', type: 'regex_forbidden', value: '[ab]*a[ab]{900}[cd]' },
};
// Ten times the limit for settling on the thread.
const COSTLY_TEXT_CHARS = 20_000;

let evaluator: JudgedEvaluator;
let replica: RunningService | undefined;

beforeAll(async () => {
  evaluator = await startJudgedEvaluator({}, PATIENT);
  evaluator.judge.behave(answering({ verdict: 'pass' }));
  // The first outputs wait for the two processes to start.
  const first = await costlyOutputs(2);
  await evaluator.send(...first);
  for (const output of first) await resultOf(output);
});

afterEach(async () => {
  await replica?.stop();
  replica = undefined;
});

afterAll(async () => {
  await evaluator.stop();
});

test('finishes outputs of others while a workspace with costly rules waits for its checks', async () => {
  const costly = await costlyOutputs(4);
  const other = evaluator.submission(await aWorkspaceWith({ ...COSTLY_RULE, value: 'refund' }));
  using checks = holdChecks();

  // All of them are one batch of one partition.
  await evaluator.send(...costly, other);

  expect(await evaluator.resultOf(other.id)).toMatchObject({ outcome: 'pass' });
  const last = costly.at(-1)?.id ?? '';
  expect(evaluator.publishedOf(last)).toEqual([]);
  expect(await evaluator.jobOf(last)).toMatchObject({ state: 'checking' });
  checks.release();
  for (const output of costly) {
    expect(await resultOf(output)).toMatchObject({ outcome: 'pass', run: 1 });
  }
  expect(costly.map(({ id }) => evaluator.publishedOf(id).length)).toEqual([1, 1, 1, 1]);
});

test('does not delay the first check of a workspace until all those of another are done', async () => {
  const many = await costlyOutputs(6);
  const [first] = await costlyOutputs(1);
  using checks = holdChecks();
  await evaluator.send(...many);

  await evaluator.send(first);

  await eventually(async () => {
    expect(await evaluator.jobOf(first.id)).toMatchObject({ state: 'checking', attempt: 1 });
  });
  checks.release();
  for (const output of [first, ...many]) await resultOf(output);
  const order = evaluator.published.map(({ id }) => id);
  const last = Math.max(...many.map(({ id }) => order.indexOf(id)));
  expect(order.indexOf(first.id)).toBeLessThan(last);
});

test('gives an output with costly rules and a judge the outcomes of both', async () => {
  const workspaceId = await aWorkspaceWith(COSTLY_RULE);
  const api = await evaluator.api(workspaceId);
  await api.post('/api/rules', { name: 'Tone', type: 'llm_judge', value: 'It is polite.' });
  const output = evaluator.submission(workspaceId, { output: costlyText() });

  await evaluator.send(output);

  const { appliedRules } = await resultOf(output);
  expect(appliedRules.map((rule) => [rule.evaluator, rule.outcome])).toEqual([
    ['deterministic', 'passed'],
    ['llm', 'passed'],
  ]);
  expect(await evaluator.jobOf(output.id)).toEqual({
    ...{ state: 'done', owner: null, attempt: null, material: null, progress: null },
  });
});

test('subtracts the time of costly rules from that of judges, and asks none if it is used up', async () => {
  const workspaceId = await aWorkspaceWith(COSTLY_RULE);
  const api = await evaluator.api(workspaceId);
  await api.post('/api/rules', { name: 'Tone', type: 'llm_judge', value: 'It is polite.' });
  const output = evaluator.submission(workspaceId, { output: costlyText(), sync: true });
  // Less than the rule takes.
  const judging = { ...evaluator.judging, inlineMs: 20, inlineMsMin: 1 };
  replica = await evaluator.startReplica({ ...PATIENT, judging });
  const timesAsked = evaluator.judge.asked.length;
  const gateway = { kind: 'service', service: 'gateway' } as const;
  const internal = makeApiClient(replica.url, await evaluator.assertions.headersFor(gateway));

  expect(await internal.post('/internal/evaluate', output)).toMatchObject({ status: 503 });

  expect(evaluator.judge.asked).toHaveLength(timesAsked);
  await evaluator.send(output);
  evaluator.clock.advance(35_000);
  expect(await resultOf(output)).toMatchObject({ outcome: 'pass' });
});

test('takes over a check with an expired lease, and records one result', async () => {
  const [output] = await costlyOutputs(1);
  using checks = holdChecks();
  await evaluator.send(output);
  await eventually(async () => {
    expect(await evaluator.jobOf(output.id)).toMatchObject({ state: 'checking', attempt: 1 });
  });
  replica = await evaluator.startReplica();

  // As the replica that finds the lease expired, in one step, since a renewal could come in between.
  await evaluator.change(output.id, 'owner = NULL, lease_until = NULL');

  await eventually(async () => {
    expect(await evaluator.jobOf(output.id)).toMatchObject({ state: 'checking', attempt: 2 });
  });
  checks.release();
  expect(await resultOf(output)).toMatchObject({ outcome: 'pass' });
  await evaluator.settle();
  expect(evaluator.publishedOf(output.id)).toHaveLength(1);
});

test('ends a check that breaks as an error of each rule, with the approvals that these require', async () => {
  const workspaceId = await aWorkspaceWith({ ...COSTLY_RULE, approvals: { needed: 2 } });
  await (
    await evaluator.api(workspaceId)
  ).post('/api/rules', {
    ...{ name: 'Tone', type: 'llm_judge', value: 'It is polite.', approvals: { needed: 3 } },
  });
  const output = evaluator.submission(workspaceId, { output: costlyText() });
  using checks = holdChecks();
  await evaluator.send(output);
  await eventually(async () => {
    expect(await evaluator.jobOf(output.id)).toMatchObject({ state: 'checking', attempt: 1 });
  });

  // No replica writes a request like the one that it claims next.
  const broken = JSON.stringify({ content: null, projectId: output.projectId, taskId: null });
  await evaluator.change(output.id, `owner = NULL, lease_until = NULL, request = '${broken}'`);
  checks.release();

  expect(await resultOf(output)).toMatchObject({
    ...{
      outcome: 'error',
      explanation: expect.stringMatching(/^This output could not be checked/),
    },
    appliedRules: [
      { outcome: 'error', evaluator: 'deterministic', approvals: { needed: 2 } },
      { outcome: 'error', evaluator: 'llm', approvals: { needed: 3 } },
    ],
  });
});

test('forgets an output that is deleted while its rules are checked', async () => {
  const [output] = await costlyOutputs(1);
  using checks = holdChecks();
  await evaluator.send(output);
  await eventually(async () => {
    expect(await evaluator.jobOf(output.id)).toMatchObject({ state: 'checking', attempt: 1 });
  });

  await evaluator.bus.send([deletedEvent(output)]);
  checks.release();

  // Another check of the same workspace is queued behind it.
  const next = evaluator.submission(output.workspaceId, { output: costlyText() });
  await evaluator.send(next);
  await resultOf(next);
  expect(await evaluator.jobOf(output.id)).toMatchObject({ state: 'deleted', owner: null });
  expect(evaluator.publishedOf(output.id)).toEqual([]);
});

// Must be the last test, since it stops the service.
test('returns the checks of a replica at once when it shuts down', async () => {
  const endless = '[ab]*a' + '[ab]{900}'.repeat(10) + '[cd]';
  const workspaceId = await aWorkspaceWith({ ...COSTLY_RULE, value: endless });
  const output = evaluator.submission(workspaceId, { output: costlyText(1_000_000) });
  await evaluator.send(output);
  await eventually(async () => {
    expect(await evaluator.jobOf(output.id)).toMatchObject({ state: 'checking', attempt: 1 });
  });

  await evaluator.service.stop();

  expect(await evaluator.jobOf(output.id)).toMatchObject({ state: 'checking', owner: null });
  // The next replica starts it over, and ends it at a deadline that it cannot meet.
  replica = await evaluator.startReplica({ checkDeadlineMs: 100 });
  expect(await resultOf(output)).toMatchObject({ outcome: 'error' });
});

async function aWorkspaceWith(rule: Readonly<Record<string, unknown>>): Promise<string> {
  const workspaceId = newId();
  const api = await evaluator.api(workspaceId);
  expect(await api.post('/api/rules', rule)).toMatchObject({ status: 201 });
  return workspaceId;
}

/** Outputs of a new workspace. */
async function costlyOutputs(
  count: number,
): Promise<[OutputsSubmitted, ...(readonly OutputsSubmitted[])]> {
  const workspaceId = await aWorkspaceWith(COSTLY_RULE);
  const anOutput = () => evaluator.submission(workspaceId, { output: costlyText() });
  return [anOutput(), ...Array.from({ length: count - 1 }, anOutput)];
}

const random = new SeededRandom(11);

function costlyText(length = COSTLY_TEXT_CHARS): string {
  return Array.from({ length }, () => random.pick(['a', 'b'])).join('');
}

function resultOf({ id }: OutputsSubmitted): ReturnType<JudgedEvaluator['resultOf']> {
  return eventually(() => evaluator.resultOf(id), 60_000);
}
