import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { SERVICES } from '@output-review/contracts';
import { eventually } from '@output-review/runtime/testing';
import { expect, test } from '@jest/globals';

import { runningProject, SERVERS } from './running-project.ts';
import { startSubmitting } from './submitter.ts';

const project = runningProject();
const BEFORE_MS = 1_000;
const AWAY_MS = 3_000;
const DRAIN_TIMEOUT_MS = 90_000;

test.each([...SERVICES, ...SERVERS])(
  'kill -9 of %s while outputs come in: each that was accepted is found, evaluated once',
  async (name) => {
    const title = `killed ${name} ${randomUUID()}`;
    const submitter = startSubmitting(title);
    await delay(BEFORE_MS);
    const before = await project.inspect(name);

    await project.run('kill', '--signal', 'KILL', name);
    await delay(AWAY_MS);
    await project.run('up', '--wait', '--no-deps', '--no-recreate', name);
    await delay(BEFORE_MS);
    const { accepted, refused, strange } = await submitter.stop();

    expect(strange).toEqual([]);
    expect(accepted.length).toBeGreaterThan(20);
    expect((await project.inspect(name)).State.Pid).not.toBe(before.State.Pid);
    await eventually(async () => {
      expect(await readVerdicts(title)).toEqual({
        total: accepted.length,
        passed: accepted.length,
      });
    }, DRAIN_TIMEOUT_MS);
    expect(await countEvaluations(accepted)).toEqual({
      rows: accepted.length,
      firstRuns: accepted.length,
    });
    console.log(`${name}: ${accepted.length} accepted, ${refused} refused, 0 lost, 0 doubled`);
  },
  180_000,
);

/** What the search finds of a project, and how many of it passed. */
async function readVerdicts(title: string): Promise<{ total: unknown; passed: unknown }> {
  const { OUTPUT_REVIEW_URL = '', OUTPUT_REVIEW_TOKEN = '' } = process.env;
  const count = async (query: Record<string, string>): Promise<unknown> => {
    const response = await fetch(
      `${OUTPUT_REVIEW_URL}/api/logs?${new URLSearchParams({ project: title, ...query }).toString()}`,
      { headers: { authorization: `Bearer ${OUTPUT_REVIEW_TOKEN}` } },
    );
    return ((await response.json()) as { total?: unknown }).total;
  };
  return { total: await count({}), passed: await count({ status: 'pass' }) };
}

/** What the evaluator keeps of these outputs: a second evaluation would be a second run. */
async function countEvaluations(
  ids: readonly string[],
): Promise<{ rows: number; firstRuns: number }> {
  const list = ids.map((id) => `'${id}'`).join(',');
  const said = await project.run(
    ...['exec', '-T', 'postgres', 'psql', '-U', 'postgres', '-d', 'output_review', '-At', '-c'],
    `SELECT count(*), count(*) FILTER (WHERE run = 1 AND state = 'done')
       FROM evaluator.evaluations WHERE output_id IN (${list})`,
  );
  const [rows, firstRuns] = said.trim().split('|').map(Number);
  return { rows: rows ?? 0, firstRuns: firstRuns ?? 0 };
}
