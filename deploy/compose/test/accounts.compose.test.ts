import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { eventually } from '@output-review/runtime/testing';
import { expect, test } from '@jest/globals';

import { init } from '../src/init.ts';
import { startSubmitting } from './submitter.ts';
import { runningProject, SERVERS } from './trial/compose-project.ts';

const project = runningProject();

interface Answers {
  /** The servers' answers, by attempt. */
  readonly refusals: Readonly<Record<string, string>>;
  /** The serial numbers of the certificates of all servers. */
  readonly serials: readonly string[];
}

/** What servers answer to a service that requests something it may not access. */
async function askAs(service: 'media' | 'gateway'): Promise<Answers> {
  const script = await readFile(new URL('print-refusals.js', import.meta.url), 'utf8');
  const output = await project.run(
    ...['exec', '-T', service, 'node', '--input-type=module', '-e', script],
  );
  return JSON.parse(output) as Answers;
}

test('media can access only its own data', async () => {
  expect((await askAs('media')).refusals).toEqual({
    'a topic of another': expect.stringContaining('Not authorized to access topics'),
    'Kafka without TLS': expect.stringContaining('Closed connection'),
    'a schema of another': '42501 permission denied for schema review',
    'PostgreSQL without TLS': expect.stringContaining('no encryption'),
    'a bucket': expect.stringContaining('AccessDenied'),
    'the store without TLS': expect.stringContaining('does not answer'),
    'Valkey without an account': expect.stringContaining('NOAUTH'),
  });
}, 60_000);

test('the gateway can access only its own data', async () => {
  expect((await askAs('gateway')).refusals).toEqual({
    'a topic of another': expect.stringContaining('Not authorized to access topics'),
    'Kafka without TLS': expect.stringContaining('Closed connection'),
    'a schema of another': '42501 permission denied for schema media',
    'PostgreSQL without TLS': expect.stringContaining('no encryption'),
    'keys of another': expect.stringContaining('NOPERM'),
    FLUSHALL: expect.stringContaining('NOPERM'),
    'Valkey without TLS': expect.stringContaining('ECONNRESET'),
  });
}, 60_000);

test('renewing certificates while outputs come in loses no accepted output', async () => {
  const title = `renewed ${randomUUID()}`;
  const submitter = startSubmitting(title);
  const before = await askAs('gateway');

  expect(await init(project.envFile)).toContain('were renewed');
  await project.run('restart', ...SERVERS);
  await project.run('up', '--wait', '--no-recreate');

  const after = await askAs('gateway');
  for (const [n, serial] of after.serials.entries()) expect(serial).not.toBe(before.serials[n]);
  const { accepted, strange } = await submitter.stop();
  expect(strange).toEqual([]);
  expect(accepted.length).toBeGreaterThan(20);
  await eventually(async () => {
    expect(await countPassed(title)).toBe(accepted.length);
  }, 90_000);
}, 300_000);

async function countPassed(title: string): Promise<unknown> {
  const { OUTPUT_REVIEW_URL = '', OUTPUT_REVIEW_TOKEN = '' } = process.env;
  const query = new URLSearchParams({ project: title, status: 'pass' }).toString();
  const response = await fetch(`${OUTPUT_REVIEW_URL}/api/logs?${query}`, {
    headers: { authorization: `Bearer ${OUTPUT_REVIEW_TOKEN}` },
  });
  return ((await response.json()) as { total?: unknown }).total;
}
