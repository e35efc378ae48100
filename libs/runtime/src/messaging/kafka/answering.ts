import { AppError } from '@output-review/errors';

import type { KafkaOptions } from './kafka-options.ts';

/** Calls Kafka; where that fails says which Kafka it was. */
export async function answering<T>(
  { brokers }: Pick<KafkaOptions, 'brokers'>,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    throw new AppError('UNAVAILABLE', `Kafka does not answer at ${brokers.join(', ')}.`, { cause });
  }
}
