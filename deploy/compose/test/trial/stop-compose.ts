import { stopTrial } from './trial.ts';

/** After all tests on compose: nothing of it stays but images. */
export default async function stop(): Promise<void> {
  await stopTrial();
}
