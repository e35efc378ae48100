import { createServer, type Server } from 'node:net';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { makeClient, signIn } from '../harness/client.ts';
import { makeDataDir } from '../harness/data-dir.ts';
import { runProcess, runShell, type ServiceProcess, startProcess } from '../harness/process.ts';
import { startEmbeddedOn, startEmbeddedSystem } from '../harness/system.ts';

// Empty: only in tests of this file does a start create everything.
let dataDir: string;
let running: ServiceProcess | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'output-review-start-'));
});

afterEach(async () => {
  running?.kill('SIGINT');
  await running?.exited;
  running = undefined;
  await rm(dataDir, { recursive: true, force: true });
});

test('the first start prints sign-in, token and working commands, once', async () => {
  const first = await start();
  const printed = first.stdout.join('\n');
  const [, email = '', password = ''] = /sign in +(\S+)\n +password +(\S+)/.exec(printed) ?? [];
  const [submit = '', read = ''] = printed.match(/curl .*/g) ?? [];

  expect(first.stdout.at(-1)).toBe(`ready ${JSON.stringify({ url: first.url, pid: first.pid })}`);
  await expectPrivate(dataDir);
  const session = await signIn(first.url, email, password);
  expect((await session.get('/api/projects')).status).toBe(200);
  const { id } = JSON.parse(await runShell(submit)) as { id: string };
  expect(JSON.parse(await runShell(read))).toMatchObject({ id, status: 'pass' });

  expect(await stop(first, 'SIGINT')).toBe(0);
  const second = await start();

  expect(second.stdout.join('\n')).not.toMatch(/password|wh-/);
  // The data of the first start is kept.
  const again = await signIn(second.url, email, password);
  expect((await again.get(`/api/logs/${id}`)).body).toMatchObject({ id, status: 'pass' });
  expect(await stop(second, 'SIGTERM')).toBe(0);
}, 120_000);

test('a signal that arrives twice at once, as Ctrl-C does through npm in bash, ends nothing early', async () => {
  const used = await makeDataDir();
  running = await startProcess({ ...settings(), DATA_DIR: used });

  running.kill('SIGTERM');

  expect(await stop(running, 'SIGINT')).toBe(0);
  await rm(used, { recursive: true });
});

test('a second start on the same folder reports an error and does not affect the first', async () => {
  const first = await startEmbeddedSystem();

  const second = await runProcess({ ...settings(), DATA_DIR: first.dataDir });

  expect(second.code).not.toBe(0);
  expect(second.stderr).toContain(`Already running: process ${process.pid}`);
  expect(second.stderr).not.toMatch(/\n +at /);
  expect((await first.automation.get('/api/verify')).status).toBe(200);
  await first.stop();
});

test('a port in use is reported in one sentence, and the start leaves nothing behind', async () => {
  await using taken = await takePort();
  const used = await makeDataDir();

  const ending = await runProcess({ ...settings(), DATA_DIR: used, PORT: String(taken.port) });

  expect(ending.code).toBe(1);
  expect(ending.stderr).toContain(`Port ${taken.port} at 127.0.0.1 is already in use.`);
  expect(ending.stdout).not.toContain('ready');
  // The folder can be used again: no process or lock is left.
  const next = await startEmbeddedOn(used);
  await next.stop();
  await rm(used, { recursive: true });
});

test('a start that cannot record that it showed the first sign-in exits, and the next one shows it again', async () => {
  const password = 'correct horse battery staple';
  await writeFile(join(dataDir, 'first-sign-in.json'), JSON.stringify({ password }));
  const inTheWay = join(dataDir, 'first-sign-in.json.new');
  await mkdir(inTheWay);

  const ending = await runProcess(settings());

  expect(ending.code).toBe(1);
  expect(ending.stdout).toContain(password);
  expect(ending.stdout).not.toContain('ready');
  expect(ending.stderr).toContain(inTheWay);
  await rm(inTheWay, { recursive: true });
  const next = await start();
  expect(next.stdout.join('\n')).toContain(password);
}, 120_000);

test('all faults of the configuration are reported before anything is started', async () => {
  const ending = await runProcess({ ...settings(), PORT: 'http', LOG_LEVEL: 'loud' });

  expect(ending.code).toBe(1);
  expect(ending.stderr).toMatch(/PORT[^]*LOG_LEVEL/);
  expect(await readdir(dataDir)).toEqual([]);
});

function settings(): Record<string, string> {
  return { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' };
}

async function start(): Promise<ServiceProcess> {
  running = await startProcess(settings());
  return running;
}

/** Stops the service while a client keeps a connection alive, like browsers do. */
async function stop(service: ServiceProcess, signal: 'SIGINT' | 'SIGTERM') {
  await makeClient(service.url).get('/api/verify');
  const begunAt = performance.now();
  service.kill(signal);
  const { code } = await service.exited;
  // It takes a second on an idle machine.
  expect(performance.now() - begunAt).toBeLessThan(15_000);
  return code;
}

/** Expects that only the owner can read its secrets. */
async function expectPrivate(folder: string): Promise<void> {
  const names = await readdir(folder);
  expect(names).toEqual(expect.arrayContaining(['keys.json', 'run.json']));
  for (const name of names.filter((each) => each.endsWith('.json'))) {
    const { mode } = await stat(join(folder, name));
    expect([name, mode & 0o777]).toEqual([name, 0o600]);
  }
}

async function takePort(): Promise<{ port: number } & AsyncDisposable> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    port,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
