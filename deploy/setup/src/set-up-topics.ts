import { defineTopics } from '@output-review/contracts';
import type { Logger } from '@output-review/runtime';
import { ensureTopics } from '@output-review/runtime/kafka';

import { awaitServer, type Tell } from './await-server.ts';
import type { TopicsConfig } from './config.ts';

/** Makes the topics that are missing, and adds partitions to those that have too few. */
export async function setUpTopics(
  { kafka, partitions, replication }: TopicsConfig,
  { tell, log }: { readonly tell: Tell; readonly log: Logger },
): Promise<void> {
  const topics = defineTopics({ partitions });
  const { created, enlarged } = await awaitServer('Kafka', tell, () =>
    ensureTopics({ kafka: { ...kafka, clientId: 'setup' }, topics, replication, log }),
  );
  tell(`topics: ${topics.length}, made ${listOf(created)}, enlarged ${listOf(enlarged)}`);
}

const listOf = (names: readonly string[]): string =>
  names.length === 0 ? 'none' : names.join(', ');
