import { rm } from 'node:fs/promises';

import { expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { makeClient, signIn } from '../harness/client.ts';
import { ADMIN, makeDataDir } from '../harness/data-dir.ts';
import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import { startProcess } from '../harness/process.ts';

// Node marks each promise while a promise hook is active, which makes each several times as expensive. Up to Node 22
// the first use of an AsyncLocalStorage activates one for good.
const PRINT_MARKS = `process.on('SIGUSR2', () =>
  console.log('marks', Object.getOwnPropertySymbols(Promise.resolve()).length));`;

test('no promise hook is active in a service under use', async () => {
  const dataDir = await makeDataDir();
  const service = await startProcess({
    ...{ DATA_DIR: dataDir, PORT: '0', ...ADMIN },
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(PRINT_MARKS)}`,
  });
  const marks = async (): Promise<string | undefined> => {
    const before = service.stdout.length;
    service.kill('SIGUSR2');
    await eventually(() => expect(service.stdout.length).toBeGreaterThan(before));
    return service.stdout.at(-1);
  };
  try {
    expect(await marks()).toBe('marks 0');

    const admin = await signIn(service.url, ADMIN.BOOTSTRAP_EMAIL, ADMIN.BOOTSTRAP_PASSWORD);
    const project = uniqueName('Hooks');
    const rule = { name: 'None', type: 'keyword_forbidden', value: 'promise' };
    expect(await admin.post('/api/rules', rule)).toMatchObject({ status: 201 });
    const token = makeClient(service.url, { authorization: `Bearer ${ADMIN.BOOTSTRAP_TOKEN}` });
    const { id } = await submit(token, { project, output: 'I promise.' });
    await awaitVerdict(token, id);
    expect(await admin.get('/api/logs')).toMatchObject({ status: 200 });

    expect(await marks()).toBe('marks 0');
  } finally {
    service.kill('SIGTERM');
    await service.exited;
    await rm(dataDir, { recursive: true, force: true });
  }
});
