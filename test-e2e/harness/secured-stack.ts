import { readFileSync } from 'node:fs';

import type { ServiceName } from '@output-review/contracts';
import { objectStoreGroup } from '@output-review/media/object-store';
import { kafkaGroup, readGroups } from '@output-review/runtime';
import kafkajs, { type Kafka, type SASLOptions } from 'kafkajs';

import type { StackSystem } from './stack-system.ts';

/** The settings by which a service of a stack gets at its servers: what somebody has who broke into it. */
export function settingsOf({ stack }: StackSystem, service: ServiceName): Record<string, string> {
  return { ...stack.services[service][0]?.settings };
}

/** A client of Kafka that signs in as a service does, for what no service of ours would ask. */
export function kafkaAs(settings: Record<string, string>): Kafka {
  const { brokers, tls, sasl } = readGroups(settings, { kafka: kafkaGroup }).kafka;
  return new kafkajs.Kafka({
    brokers: [...brokers],
    clientId: 'intruder',
    ssl: tls?.caFile ? { ca: readFileSync(tls.caFile) } : false,
    ...(sasl && { sasl: sasl as SASLOptions }),
    retry: { retries: 0 },
    logLevel: kafkajs.logLevel.NOTHING,
  });
}

/** The store as media is told of it. */
export const storeAs = (settings: Record<string, string>) =>
  readGroups(settings, { store: objectStoreGroup }).store;
