import { isTransientError, outageReason, retryTransient } from '@output-review/runtime';

/** Where the progress of a setup is told: a line each. */
export type Tell = (line: string) => void;

/**
 * Calls until the server is there, and tells meanwhile why it is not. A password that is refused is
 * no reason to wait: nothing but this setup would change it.
 */
export async function awaitServer<T>(
  server: string,
  tell: Tell,
  call: () => Promise<T>,
): Promise<T> {
  let last: string | undefined;
  return retryTransient(call, {
    signal: new AbortController().signal,
    isTransient: (error) => isTransientError(error) && !isRefusal(error),
    onOutage: (error) => {
      const reason = outageReason(error);
      if (reason !== last) tell(`waiting for ${server}: ${reason}`);
      last = reason;
    },
  });
}

// SQLSTATE class 28: who connects is not let in.
function isRefusal(error: unknown): boolean {
  const code: unknown =
    typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return typeof code === 'string' && code.startsWith('28');
}
