import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

import { SERVICES } from '@output-review/contracts';
import { eventually } from '@output-review/runtime/testing';
import { expect, test } from '@jest/globals';

import { startSubmitting } from './submitter.ts';
import { runningProject, SERVERS } from './trial/compose-project.ts';

const project = runningProject();
const BEFORE_MS = 1_000;
const AWAY_MS = 3_000;
const DRAIN_TIMEOUT_MS = 90_000;

test.each([...SERVICES, ...SERVERS])(
  'after kill -9 of %s under load, every accepted output is found and evaluated once',
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
    const submitted = new Set(accepted);
    const verdicts = [...(await readPublished())].filter(([key]) =>
      submitted.has(key.split('#')[0] ?? ''),
    );
    expect(verdicts.map(([key]) => key).sort()).toEqual(accepted.map((id) => `${id}#1`).sort());
    expect(verdicts.filter(([, events]) => events.size > 1)).toEqual([]);
    console.log(
      `${name}: ${accepted.length} accepted, ${refused} refused, 0 lost, 0 evaluated twice`,
    );
  },
  180_000,
);

/** The number of outputs that the search finds in a project, and how many of them passed. */
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

/** The IDs of the published verdicts, by `id#run`: an output that is evaluated twice has two. */
async function readPublished(): Promise<Map<string, Set<string>>> {
  const script = await readFile(new URL('print-verdicts.js', import.meta.url), 'utf8');
  const output = await project.run(
    ...['run', '--rm', '--no-deps', '-T', 'setup', 'node', '--input-type=module', '-e', script],
  );
  const published = new Map<string, Set<string>>();
  for (const line of output.trim().split('\n')) {
    const [key = '', event = ''] = line.split(' ');
    published.set(key, (published.get(key) ?? new Set()).add(event));
  }
  return published;
}
