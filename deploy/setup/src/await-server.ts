import { isS3Refusal } from '@output-review/media/s3';
import { isTransientError, outageReason, retryTransient } from '@output-review/runtime';

/** Where the progress of a setup is told: a line each. */
export type Tell = (line: string) => void;

/**
 * Calls until the server is there, and tells meanwhile why it is not. A password or a key that is refused
 * is no reason to wait: nothing but this setup would change it.
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

// A chain of causes may be a circle.
const CAUSES_MAX = 10;

/** Whether who connects is not let in. Clients of Kafka and of the store wrap what they were told. */
function isRefusal(error: unknown, depth = CAUSES_MAX): boolean {
  if (typeof error !== 'object' || error === null || depth === 0) return false;
  const code: unknown = 'code' in error ? error.code : null;
  // SQLSTATE class 28.
  if (typeof code === 'string' && code.startsWith('28')) return true;
  if (isKafkaRefusal(error)) return true;
  return isS3Refusal(error) || ('cause' in error && isRefusal(error.cause, depth - 1));
}

/** Kafkajs takes a broker that goes while somebody signs in for a refusal. */
function isKafkaRefusal(error: object): boolean {
  if (!(error instanceof Error) || error.name !== 'KafkaJSSASLAuthenticationError') return false;
  return !error.message.endsWith('Connection closed by the server');
}
