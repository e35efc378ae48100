import { jest } from '@jest/globals';

/** Has every timer run at once. @param onTimer receives the milliseconds that each would have taken. */
export function skipTimers(onTimer: (ms: number) => void) {
  return jest.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms: number) => {
    onTimer(ms);
    return setImmediate(run);
  }) as unknown as typeof setTimeout);
}
