import { join } from 'node:path';

import { eventually } from '@output-review/runtime/testing';
import { expect, test } from '@jest/globals';

import { type StackIncident, runIncident } from './stack-incident.ts';
import { openLogFiller } from './log-filler.ts';
import { moveToSmallDisk, type SmallDisk } from './small-disk.ts';

const DISK_MEGABYTES = 400;
// Source: docs/processes.md, "When a server fails".
const RECOVERED_MS_MAX = 5_000;

test('a full disk of PostgreSQL loses nothing, and refused calls succeed once there is space', async () => {
  const result = await runIncident({ name: 'PostgreSQL full', outputs: 1_800 }, async (around) => {
    const { incident, stack, dataDir, closers } = around;
    await stack.postgres.stop();
    const disk = await moveToSmallDisk(join(dataDir, 'data', 'postgres'), DISK_MEGABYTES);
    closers.add('disk', () => disk.remove());
    await stack.postgres.start();
    await incident.untilServed();

    await tablesCannotGrow(around, disk);
    await logCannotGrow(around, disk);
  });

  expect(result.violations).toEqual([]);
}, 900_000);

/** Only statements that need more space fail. */
async function tablesCannotGrow({ incident }: StackIncident, disk: SmallDisk): Promise<void> {
  await disk.fill();
  incident.begins('tables cannot grow');
  await incident.untilHealth('gateway', ({ checks }) => {
    expect(checks).toMatchObject({
      'database disk': 'degraded: the disk of the server is full',
    });
  });
  await incident.untilAlert('DatabaseFull');

  await disk.free();
  incident.begins('space freed');
  await incident.untilServed(RECOVERED_MS_MAX);
}

/** Without space for its WAL, PostgreSQL exits and cannot start. The supervisor keeps retrying. */
async function logCannotGrow({ incident, stack }: StackIncident, disk: SmallDisk): Promise<void> {
  const { postgres } = stack;
  const logFiller = await openLogFiller(postgres.superuserUrl);
  await disk.fill();
  incident.begins('WAL cannot grow');
  await logFiller.fill();
  await eventually(() => expect(postgres.isRunning).toBe(false));
  await expect(postgres.start()).rejects.toThrow('No space left on device');
  await incident.untilHealth('review', ({ status }) => expect(status).toBe(503));
  await incident.untilAlert('ServiceNotReady');

  await disk.free();
  await postgres.start();
  incident.begins('restarted');
  await incident.untilServed(RECOVERED_MS_MAX);
}
