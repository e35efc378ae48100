import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { perService, type ServiceName } from '@output-review/contracts';
import { ShutdownStack } from '@output-review/runtime';
import { eventually } from '@output-review/runtime/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { makeDataDir } from '../harness/data-dir.ts';
import { awaitVerdict, search, submit, uniqueName } from '../harness/outputs.ts';
import { embeddedDatabaseUrl, killService, runProcess } from '../harness/process.ts';
import { findLost, startLoad } from '../harness/steady-load.ts';
import { type ProcessSystem, startProcessOn } from '../harness/system.ts';
import { Incident } from './incident.ts';
import { openLogFiller } from './log-filler.ts';
import { moveToSmallDisk, type SmallDisk } from './small-disk.ts';

const DISK_MEGABYTES = 400;
// Source: docs/processes.md, "When a server fails". The supervisor pauses for at most 5 s.
const RECOVERED_MS_MAX = 15_000;

const closers = new ShutdownStack();
let dataDir: string;
let disk: SmallDisk;
let system: ProcessSystem;
let incident: Incident;

beforeAll(async () => {
  dataDir = await makeDataDir();
  closers.add('data', () => rm(dataDir, { recursive: true }));
  disk = await moveToSmallDisk(dataDir, DISK_MEGABYTES);
  closers.add('disk', () => disk.remove());
  system = await startProcessOn(dataDir);
  closers.add('service', () => system.stop());
  const watching = await mkdtemp(join(tmpdir(), 'output-review-watching-'));
  closers.add('what watches', () => rm(watching, { recursive: true }));
  const { url, token } = system;
  incident = await Incident.watch({ url, token, services: await internalUrls() }, watching);
  closers.add('Prometheus', () => incident.end());
}, 120_000);

afterAll(() => closers.close(), 60_000);

async function internalUrls(): Promise<Record<ServiceName, readonly string[]>> {
  const { services } = JSON.parse(await readFile(join(dataDir, 'run.json'), 'utf8')) as {
    services: Record<ServiceName, string>;
  };
  return perService((service) => [services[service]]);
}

test('a full disk of the embedded service loses nothing, and it recovers by itself when there is space', async () => {
  const { url, token, automation } = system;
  const project = uniqueName('Full');
  const load = startLoad({ url, token, project });
  await incident.untilServed();

  const logFiller = await openLogFiller(await embeddedDatabaseUrl(dataDir));
  await disk.fill();
  incident.begins('tables cannot grow');
  await incident.untilHealth('gateway', ({ checks }) => {
    expect(checks['database disk']).toBe('degraded: the disk of the server is full');
  });
  await incident.untilAlert('DatabaseFull');
  await logFiller.fill();
  incident.begins('WAL cannot grow');
  await incident.untilHealth('gateway', ({ status }) => expect(status).toBe(503));
  await incident.untilAlert('ServiceNotReady');
  await disk.free();
  incident.begins('space freed');
  await incident.untilServed(RECOVERED_MS_MAX);

  const { accepted, refused, unavailable, broken, wrong } = await load.stop();
  expect({ refused, broken: [...broken], wrong }).toEqual({ refused: 0, broken: [], wrong: [] });
  expect(unavailable).toBeGreaterThan(0);
  // The last ones may still be in flight.
  await eventually(async () => {
    expect(await findLost(automation, { project, accepted })).toEqual([]);
  });
  expect(await search(automation, { project, limit: '1' })).toMatchObject({
    total: accepted.length,
  });
  process.stdout.write(
    `embedded disk full: ${accepted.length} outputs, 0 lost${incident.figures()}\n`,
  );
}, 400_000);

test('a start on a full disk exits with an error, and the next one loses nothing', async () => {
  const { automation } = system;
  const project = uniqueName('Start');
  const { id } = await submit(automation, { project, output: 'a' });
  await awaitVerdict(automation, id);
  await disk.fill();
  await killService(system.process, dataDir, 'all');

  const { code, stderr } = await runProcess({ DATA_DIR: dataDir, PORT: '0' });
  expect(code).toBe(1);
  expect(stderr.trim().split('\n').at(-1)).toMatch(/^The disk of .* is full\. Nothing is lost/);

  await disk.free();
  system = await startProcessOn(dataDir);
  expect(await search(system.automation, { project })).toMatchObject({ total: 1 });
}, 120_000);
