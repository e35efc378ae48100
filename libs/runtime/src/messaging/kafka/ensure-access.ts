import type { KafkaAccess } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import type { Logger } from '../../base/logger.ts';
import { answering } from './answering.ts';
import { makeAdmin } from './kafka-admin.ts';
import { type KafkaOptions, makeKafka } from './kafka-client.ts';
import { disconnect } from './reopening.ts';

export interface EnsureAccessOptions {
  readonly kafka: KafkaOptions;
  /** By the user name, as it signs in. */
  readonly users: ReadonlyMap<string, KafkaAccess>;
  readonly log: Logger;
}

/**
 * Grants Kafka users their permissions by ACLs. Idempotent and safe to run concurrently. Revokes nothing: permissions
 * of earlier releases are up to the Kafka operators.
 *
 * @throws AppError UNAVAILABLE if Kafka does not answer, has no authorizer, or does not apply the ACLs yet. A retry may
 *   help.
 */
export async function ensureAccess({ kafka, users, log }: EnsureAccessOptions): Promise<void> {
  const admin = makeAdmin(makeKafka(kafka, log));
  try {
    await answering(kafka, () => admin.connect());
    await answering(kafka, () => admin.allow(users));
    for (const [user, access] of users) {
      if (await answering(kafka, () => admin.allows(user, access))) continue;
      throw new AppError('UNAVAILABLE', `Kafka does not grant ${user} access to its topics yet.`);
    }
  } finally {
    await disconnect(admin);
  }
}
