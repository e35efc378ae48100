import { isS3Refusal } from '@output-review/media/s3';
import { isTransientError, outageReason, retryTransient } from '@output-review/runtime';

/** Prints the progress of a setup, one line at a time. */
export type Print = (line: string) => void;

/**
 * Retries until the server is available, and prints why it is not. A rejected password or key is not retried, because
 * only this setup could change it.
 */
export async function awaitServer<T>(
  server: string,
  print: Print,
  call: () => Promise<T>,
): Promise<T> {
  let last: string | undefined;
  return retryTransient(call, {
    signal: new AbortController().signal,
    isTransient: (error) => isTransientError(error) && !isRefusal(error),
    onOutage: (error) => {
      const reason = outageReason(error);
      if (reason !== last) print(`waiting for ${server}: ${reason}`);
      last = reason;
    },
  });
}

// A chain of causes may be circular.
const CAUSES_MAX = 10;

/** Whether the credentials were rejected. Clients of Kafka and of the store wrap the error. */
function isRefusal(error: unknown, depth = CAUSES_MAX): boolean {
  if (typeof error !== 'object' || error === null || depth === 0) return false;
  const code: unknown = 'code' in error ? error.code : null;
  // SQLSTATE class 28.
  if (typeof code === 'string' && code.startsWith('28')) return true;
  if (isKafkaRefusal(error)) return true;
  return isS3Refusal(error) || ('cause' in error && isRefusal(error.cause, depth - 1));
}

/** kafkajs reports a broker that closes the connection during sign-in as a rejection. */
function isKafkaRefusal(error: object): boolean {
  if (!(error instanceof Error) || error.name !== 'KafkaJSSASLAuthenticationError') return false;
  return !error.message.endsWith('Connection closed by the server');
}
