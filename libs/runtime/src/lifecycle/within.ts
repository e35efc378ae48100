import { wait } from './wait.ts';

/** Waits for work, but not for ever; how it ends does not matter. */
export async function within(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  const done = new AbortController();
  await Promise.race([work?.catch(() => {}), wait(ms, done.signal)]);
  done.abort();
}
