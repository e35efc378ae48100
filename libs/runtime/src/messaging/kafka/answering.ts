import { AppError } from '@output-review/errors';

import { outageReason } from '../../postgres/transient-errors.ts';
import type { KafkaOptions } from './kafka-client.ts';

/** Calls Kafka. If the call fails, the error names the brokers and the reason. */
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

/** Translates a kafkajs connection error into terms of the configuration. */
function reasonOf(cause: unknown): string {
  if (!isError(cause)) return String(cause);
  if (cause.name === 'KafkaJSSASLAuthenticationError') return 'username or password rejected';
  // A broker that expects another protocol only closes the connection.
  if (cause.message === 'Closed connection')
    return 'connection closed; does the broker require TLS or SASL?';
  const known = outageReason(cause);
  return known === 'failed' ? cause.message.replace(/^Connection error: /, '') : known;
}

// Not `instanceof`: kafkajs loaded by another module has different classes.
function isError(cause: unknown): cause is Error {
  return typeof cause === 'object' && cause !== null && 'name' in cause && 'message' in cause;
}
