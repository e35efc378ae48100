import { makeStore } from './store.ts';

/** Somebody whose session ended while requests wait. */
interface Waiting {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

/** Those who wait for a sign-in; null where nobody does. The dialog shows as long as there is one. */
export const waitingForSignIn = makeStore<Waiting | null>(null);

/** Opens the dialog, once for all requests; settles when somebody has signed in. */
export function askToSignIn(): Promise<void> {
  const waiting = waitingForSignIn.get();
  if (waiting) return waiting.promise;
  const { promise, resolve } = makeSignal();
  waitingForSignIn.set({ promise, resolve });
  return promise;
}

export function tellSignedIn(): void {
  const waiting = waitingForSignIn.get();
  waitingForSignIn.set(null);
  waiting?.resolve();
}

function makeSignal(): Waiting {
  let resolve = (): void => {};
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}
