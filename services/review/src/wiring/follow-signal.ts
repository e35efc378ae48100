import type { ChangeSignal } from '@output-review/runtime';

/** Calls at each change, until it is stopped. */
export function followSignal(signal: ChangeSignal, onChange: () => void): { stop(): void } {
  let isStopped = false;
  const follow = async (): Promise<void> => {
    for (;;) {
      await signal.wait();
      if (isStopped) return;
      onChange();
    }
  };
  void follow();
  return {
    stop: () => {
      isStopped = true;
    },
  };
}
