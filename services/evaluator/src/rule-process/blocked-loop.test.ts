import { execFileSync, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { OutputsSubmitted } from '@output-review/contracts';
import { makeEncryptor, newId, type RunningService } from '@output-review/runtime';
import { eventually, makeApiClient } from '@output-review/runtime/testing';

import type { Command, ReplicaSettings, Report } from '../../test/blocking-replica.ts';
import { type JudgedEvaluator, startJudgedEvaluator } from '../../test/judged-evaluator.ts';
import { answering } from '../../test/judge-server.ts';

jest.setTimeout(90_000);

// If a lease expires early on a busy machine, the job is claimed again with the same result.
const LEASE_MS = 2_000;
const LEASES = { leaseMs: LEASE_MS, renewEveryMs: 500 };

const encryptionKey = randomBytes(32).toString('base64');

let evaluator: JudgedEvaluator;
let blocking: Awaited<ReturnType<typeof startBlockingReplica>>;
let other: RunningService | undefined;

beforeAll(async () => {
  evaluator = await startJudgedEvaluator(LEASES, { encryptor: makeEncryptor(encryptionKey) });
  blocking = await startBlockingReplica(evaluator);
});

afterAll(async () => {
  await blocking.stop();
  await other?.stop();
  await evaluator.stop();
});

test('takes over from a replica that is blocked or killed: one result and one event', async () => {
  const { judge, clock } = evaluator;
  const workspaceId = await evaluator.aJudgedWorkspace();
  const queued = evaluator.submission(workspaceId);
  // One caller's judge answers while the loop is blocked, and the other's never does.
  const waited = evaluator.submission(workspaceId, { sync: true });
  const unanswered = evaluator.submission(workspaceId, { sync: true });
  const killed = evaluator.submission(workspaceId);
  const internal = makeApiClient(
    blocking.url,
    await evaluator.assertions.headersFor({ kind: 'service', service: 'gateway' }),
  );
  // From here on, the other process claims.
  await evaluator.service.stop();
  const questions = holdQuestions(unanswered);
  blocking.tell({ submission: queued });
  const waiting = [waited, unanswered].map((output) => internal.post('/internal/evaluate', output));
  await Promise.all([queued, waited, unanswered].map((output) => evaluator.askedAbout(output)));

  await blocking.freeze();
  // The answers wait in its sockets until it resumes.
  questions.answer({ verdict: 'fail', explanation: 'Too late.' });
  judge.behave(answering({ verdict: 'pass' }));
  other = await evaluator.startReplica();
  await leaveByKill(killed);

  const outputs = [queued, waited, unanswered, killed];
  const results = await Promise.all(outputs.map(({ id }) => evaluator.resultOf(id)));
  expect(blocking.published).toEqual([]);
  expect(results.map(({ outcome }) => outcome)).toEqual(['pass', 'pass', 'pass', 'pass']);

  // Its waiting callers get the result that was recorded.
  blocking.wake();
  expect(await Promise.all(waiting)).toMatchObject([
    { status: 200, body: results[1] },
    { status: 200, body: results[2] },
  ]);
  await untilItHasResumed(newId());
  expect(blocking.published.filter(({ id }) => isOneOf(id, outputs))).toEqual([]);
  for (const [index, { id }] of outputs.entries()) {
    expect(evaluator.publishedOf(id)).toEqual([results[index]]);
    expect(await evaluator.jobOf(id)).toMatchObject({ state: 'done', owner: null });
  }

  /** Waits until it has evaluated another output, after everything that it resumed with. */
  async function untilItHasResumed(exactWorkspaceId: string): Promise<void> {
    const last = evaluator.submission(exactWorkspaceId);
    blocking.tell({ submission: { ...last, acceptedAt: clock.now().toISOString() } });
    await eventually(() => {
      expect(blocking.published.map(({ id }) => id)).toContain(last.id);
    });
  }
});

function isOneOf(id: string, outputs: readonly OutputsSubmitted[]): boolean {
  return outputs.some((output) => output.id === id);
}

/** Leaves a job as a process that was killed right after its claim. */
async function leaveByKill({ workspaceId, id }: OutputsSubmitted): Promise<void> {
  await evaluator.admin.query(
    `INSERT INTO evaluator.evaluations
       (workspace_id, output_id, run, state, material, progress, owner, attempt, lease_until,
        next_attempt_at)
     VALUES ($1, $2, 1, 'judging', '{"output":"x"}', '[]', 'killed', 1,
       now() + $3::float8 * interval '1 millisecond', now())`,
    [workspaceId, id, LEASE_MS],
  );
}

/** Holds questions until they are answered, and those about one output forever. */
function holdQuestions(except: OutputsSubmitted) {
  const held: ((answer: Parameters<typeof answering>[0]) => void)[] = [];
  evaluator.judge.behave((asked, response) => {
    if (asked.material['output'] === except.content.output) return;
    held.push((answer) => void answering(answer)(asked, response));
  });
  return {
    answer: (answer: Parameters<typeof answering>[0]) => {
      for (const each of held.splice(0)) each(answer);
    },
  };
}

const LOADER = fileURLToPath(new URL('../../../../test-runner/run-source.js', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../../test/blocking-replica.ts', import.meta.url));

async function startBlockingReplica({ database, assertions, judging, peers }: JudgedEvaluator) {
  const settings: ReplicaSettings = {
    databaseUrl: database.urlOf('evaluator'),
    assertionPublicKey: assertions.keys.publicKey,
    judging,
    encryptionKey,
    peersUrl: peers.url,
  };
  const child = fork(PROGRAM, [JSON.stringify(settings)], {
    execArgv: ['--import', LOADER, '--conditions=@output-review/source'],
    env: { PATH: process.env['PATH'] },
  });
  const reports: Report[] = [];
  child.on('message', (report) => reports.push(report as Report));
  const reported = <K extends Report['kind']>(kind: K) =>
    eventually(() => {
      const found = reports.find((report) => report.kind === kind);
      if (!found) throw new Error(`It has not reported ${kind}`);
      return found as Extract<Report, { kind: K }>;
    }, 30_000);
  const tell = (command: Command): void => void child.send(command);
  const { url } = await reported('ready');
  return {
    url,
    tell,
    /** Nothing runs from here on: no timer, no answer of a judge, no lease renewal. */
    freeze: async () => {
      child.kill('SIGSTOP');
      await eventually(() => {
        expect(execFileSync('ps', ['-o', 'stat=', '-p', String(child.pid)]).toString()).toMatch(
          /^T/,
        );
      });
    },
    wake: () => child.kill('SIGCONT'),
    get published() {
      return reports.flatMap((report) => (report.kind === 'published' ? [report.event] : []));
    },
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
