import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { type OutputsSubmitted, TOPICS } from '@output-review/contracts';
import { newId, type RunningService } from '@output-review/runtime';
import { eventually, makeApiClient } from '@output-review/runtime/testing';

import { holdChecks } from '../../test/hold-checks.ts';
import { type JudgedEvaluator, startJudgedEvaluator } from '../../test/judged-evaluator.ts';
import { answering } from '../../test/judge-server.ts';
import { SeededRandom } from '../../test/seeded-random.ts';
import { eventOf } from '../../test/test-evaluator.ts';

// A process of the sources compiles them first.
jest.setTimeout(120_000);

// Not the five seconds that honest rules have: those that are held have them too.
const PATIENT = { checkDeadlineMs: 60_000 };

// Hundreds of states at once, for each character.
const COSTLY_RULE = {
  ...{ name: 'Costly', type: 'regex_forbidden', value: '[ab]*a[ab]{900}[cd]' },
};
// Ten times what would be settled on the thread.
const COSTLY_TEXT_CHARS = 20_000;

let evaluator: JudgedEvaluator;
let replica: RunningService | undefined;

beforeAll(async () => {
  evaluator = await startJudgedEvaluator({}, PATIENT);
  evaluator.judge.behave(answering({ verdict: 'pass' }));
  // What comes first waits for the processes to start, of which there are two.
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

test('outputs of others are through while a workspace with costly rules waits for its checks', async () => {
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

test('the first check of a workspace does not wait for all those of another', async () => {
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

test('an output with costly rules and a judge has the outcomes of both', async () => {
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

test('what costly rules take of the time of a caller is not left to judges, and then nobody is asked', async () => {
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

test('a check whose lease has ended is taken over, and there is one result', async () => {
  const [output] = await costlyOutputs(1);
  using checks = holdChecks();
  await evaluator.send(output);
  await eventually(async () => {
    expect(await evaluator.jobOf(output.id)).toMatchObject({ state: 'checking', attempt: 1 });
  });
  replica = await evaluator.startReplica();

  // As whoever finds that its lease has ended, in one step: a renewal would come between.
  await evaluator.change(output.id, 'owner = NULL, lease_until = NULL');

  await eventually(async () => {
    expect(await evaluator.jobOf(output.id)).toMatchObject({ state: 'checking', attempt: 2 });
  });
  checks.release();
  expect(await resultOf(output)).toMatchObject({ outcome: 'pass' });
  await evaluator.settle();
  expect(evaluator.publishedOf(output.id)).toHaveLength(1);
});

test('a check that breaks is an error by each of its rules, with what these demand', async () => {
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

  // What it claims next is as no process of ours writes it.
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

test('an output that is deleted while its rules are checked is forgotten', async () => {
  const [output] = await costlyOutputs(1);
  using checks = holdChecks();
  await evaluator.send(output);
  await eventually(async () => {
    expect(await evaluator.jobOf(output.id)).toMatchObject({ state: 'checking', attempt: 1 });
  });

  const { workspaceId, id } = output;
  const deletion = { workspaceId, id, sequence: 1, deletedAt: new Date().toISOString() };
  await evaluator.bus.send([eventOf(TOPICS.outputsDeleted, deletion)]);
  checks.release();

  // Another check of the same workspace comes behind it.
  const next = evaluator.submission(workspaceId, { output: costlyText() });
  await evaluator.send(next);
  await resultOf(next);
  expect(await evaluator.jobOf(id)).toMatchObject({ state: 'deleted', owner: null });
  expect(evaluator.publishedOf(id)).toEqual([]);
});

// The last one, for it stops the service.
test('a replica that stops gives its checks back at once', async () => {
  const endless = '[ab]*a' + '[ab]{900}'.repeat(10) + '[cd]';
  const workspaceId = await aWorkspaceWith({ ...COSTLY_RULE, value: endless });
  const output = evaluator.submission(workspaceId, { output: costlyText(1_000_000) });
  await evaluator.send(output);
  await eventually(async () => {
    expect(await evaluator.jobOf(output.id)).toMatchObject({ state: 'checking', attempt: 1 });
  });

  await evaluator.service.stop();

  expect(await evaluator.jobOf(output.id)).toMatchObject({ state: 'checking', owner: null });
  // The next one begins it anew, and ends it by a deadline that it cannot keep.
  replica = await evaluator.startReplica({ checkDeadlineMs: 100 });
  expect(await resultOf(output)).toMatchObject({ outcome: 'error' });
});

async function aWorkspaceWith(rule: Readonly<Record<string, unknown>>): Promise<string> {
  const workspaceId = newId();
  const api = await evaluator.api(workspaceId);
  expect(await api.post('/api/rules', rule)).toMatchObject({ status: 201 });
  return workspaceId;
}

/** Outputs of a workspace of their own. */
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
