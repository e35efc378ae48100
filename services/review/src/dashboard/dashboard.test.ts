import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Listening } from '@output-review/runtime';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testAssertions, startPeer } from '@output-review/runtime/testing';

import { serveDashboard } from './dashboard.ts';

let folder: string;
let listener: Listening;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dashboard-'));
  await mkdir(join(folder, 'assets', 'parts'), { recursive: true });
  await writeFile(join(folder, 'assets', 'app-1.js'), 'run()');
  await writeFile(join(folder, 'icon.svg'), '<svg/>');
  listener = await startPeer({
    service: 'review',
    assertions: testAssertions().verifier,
    routes: [],
    before: [serveDashboard(folder)],
  });
});

afterAll(async () => {
  await listener.close(0);
  await rm(folder, { recursive: true });
});

const IMMUTABLE = 'public, max-age=31536000, immutable';

async function ask(path: string, headers: Record<string, string> = {}) {
  // As a browser revalidates. Without it, fetch would send a header that forbids cached responses.
  const again = { 'cache-control': 'max-age=0', ...headers };
  const answer = await fetch(`${listener.url}/dashboard${path}`, { headers: again });
  const { status } = answer;
  const text = await answer.text();
  return { status, text, kept: answer.headers.get('cache-control'), headers: answer.headers };
}

test('a file with a hash in its name is cached permanently and not sent twice', async () => {
  const first = await ask('/assets/app-1.js');
  const again = await ask('/assets/app-1.js', {
    'if-none-match': first.headers.get('etag') ?? '',
  });

  expect(first).toMatchObject({ status: 200, text: 'run()', kept: IMMUTABLE });
  expect(again).toMatchObject({ status: 304, text: '', kept: IMMUTABLE });
  expect(await ask('/icon.svg')).toMatchObject({ status: 200, kept: 'no-cache' });
});

test.each([
  '/assets/app-2.js',
  '/assets/parts',
  '/assets/.hidden',
  '/assets/%00',
  '/assets/..%2f..%2fetc%2fpasswd',
])('%s is not found, and the 404 is not cached', async (path) => {
  // As a browser revalidates a copy from another release, whose name is the ETag.
  const known = { 'if-none-match': `W/"${path}"` };

  for (const headers of [{}, known]) {
    expect(await ask(path, headers)).toMatchObject({ status: 404, kept: 'no-store' });
  }
});
