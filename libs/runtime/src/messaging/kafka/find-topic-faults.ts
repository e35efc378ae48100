import type { TopicDefinition } from '@output-review/contracts';

import type { KafkaAdmin, TopicState } from './kafka-admin.ts';

export interface WantedTopics {
  readonly topics: readonly TopicDefinition[];
  readonly replication: number;
  /** How many copies must have an event before it is acknowledged. */
  readonly inSyncMin: number;
}

/** What is wrong with topics, a sentence each; more partitions or copies than wanted are no fault. */
export async function findTopicFaults(
  admin: Pick<KafkaAdmin, 'findTopics' | 'readConfigs'>,
  wanted: WantedTopics,
): Promise<string[]> {
  const names = wanted.topics.map(({ topic }) => topic);
  const states = new Map((await admin.findTopics(names)).map((state) => [state.topic, state]));
  const configs = await admin.readConfigs([...states.keys()], [IN_SYNC_MIN, MESSAGE_BYTES_MAX]);
  return wanted.topics.flatMap((definition) => {
    const state = states.get(definition.topic);
    if (!state) return [`${definition.topic} does not exist`];
    return [
      ...findFaults(definition, state, wanted.replication),
      ...findConfigFaults(definition, configs.get(definition.topic) ?? {}, wanted.inSyncMin),
    ];
  });
}

const IN_SYNC_MIN = 'min.insync.replicas';
/** How much a topic takes at once. */
export const MESSAGE_BYTES_MAX = 'max.message.bytes';

function findFaults(
  { topic, partitions }: TopicDefinition,
  state: TopicState,
  replication: number,
): string[] {
  const faults: string[] = [];
  if (state.partitions < partitions) {
    faults.push(`${topic} has ${state.partitions} partitions and needs ${partitions}`);
  }
  if (state.replication < replication) {
    faults.push(`${topic} has ${state.replication} replicas and needs ${replication}`);
  }
  return faults;
}

function findConfigFaults(
  { topic, config }: TopicDefinition,
  found: Readonly<Record<string, string>>,
  inSyncMin: number,
): string[] {
  const least = {
    [IN_SYNC_MIN]: String(inSyncMin),
    [MESSAGE_BYTES_MAX]: config[MESSAGE_BYTES_MAX],
  };
  return Object.entries(least)
    .filter(([name, value]) => Number(found[name]) < Number(value))
    .map(([name, value]) => `${topic} has ${name} ${found[name]} and needs ${value}`);
}
