import type { CloserStack } from './closer-stack.ts';
import { type Loop, type LoopOptions, startLoop } from './start-loop.ts';

export type StartJob = (name: string, everyMs: number, run: LoopOptions['run']) => Loop;

/** Makes what starts loops (see `startLoop`) that end with their service. */
export const makeJobStarter =
  ({
    closers,
    ...around
  }: Pick<LoopOptions, 'log' | 'clock'> & { readonly closers: CloserStack }): StartJob =>
  (name, everyMs, run) => {
    const loop = startLoop({ ...around, name, everyMs, run });
    closers.add(name, () => loop.stop());
    return loop;
  };
