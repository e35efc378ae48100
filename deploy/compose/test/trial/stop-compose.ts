import { stopTrial } from './trial.ts';

/** Global teardown of the compose tests: removes everything except images. */
export default async function stop(): Promise<void> {
  await stopTrial();
}
