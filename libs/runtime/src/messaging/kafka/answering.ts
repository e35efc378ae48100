import { AppError } from '@output-review/errors';

import { outageReason } from '../../postgres/transient-errors.ts';
import type { KafkaOptions } from './kafka-client.ts';

/** Calls Kafka; where that fails says which Kafka it was, and why. */
export async function answering<T>(
  { brokers }: Pick<KafkaOptions, 'brokers'>,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    const message = `Kafka does not answer at ${brokers.join(', ')}: ${reasonOf(cause)}.`;
    throw new AppError('UNAVAILABLE', message, { cause });
  }
}

/** What kafkajs says of a connection, in the words of whoever set the variables. */
function reasonOf(cause: unknown): string {
  if (!isError(cause)) return String(cause);
  if (cause.name === 'KafkaJSSASLAuthenticationError') return 'username or password rejected';
  // All that a broker does which was to be spoken to in another way.
  if (cause.message === 'Closed connection')
    return 'connection closed; does the broker require TLS or SASL?';
  const known = outageReason(cause);
  return known === 'failed' ? cause.message.replace(/^Connection error: /, '') : known;
}

// Not by `instanceof`: whoever else has loaded kafkajs has other classes.
function isError(cause: unknown): cause is Error {
  return typeof cause === 'object' && cause !== null && 'name' in cause && 'message' in cause;
}
