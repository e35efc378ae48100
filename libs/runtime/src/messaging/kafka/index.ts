export { openKafkaBus } from './open-kafka-bus.ts';
export { ensureAccess } from './ensure-access.ts';
export { type EnsuredTopics, ensureTopics, type EnsureTopicsOptions } from './ensure-topics.ts';
export { KafkaBus, type KafkaBusOptions } from './kafka-bus.ts';
export type { KafkaOptions, KafkaSasl } from './kafka-client.ts';
