export * from './ensure-access.ts';
export * from './ensure-topics.ts';
export * from './kafka-bus.ts';
export * from './kafka-client.ts';
