import { join } from 'node:path';

import { startTrial } from './trial.ts';

/** Before all tests on compose: images, containers, and what the journeys need to know. */
export default async function start(): Promise<void> {
  await startTrial({
    root: join(import.meta.dirname, '../../../..'),
    env: process.env,
    onProgress: (line) => console.log(line),
  });
}
