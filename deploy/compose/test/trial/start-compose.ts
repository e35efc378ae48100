import { join } from 'node:path';

import { startTrial } from './trial.ts';

/** Global setup of the compose tests: images, containers, and the data that the journeys need. */
export default async function start(): Promise<void> {
  await startTrial({
    root: join(import.meta.dirname, '../../../..'),
    env: process.env,
    onProgress: (line) => console.log(line),
  });
}
