import { readFileSync } from 'node:fs';

import type { ServiceName } from '@output-review/contracts';
import { objectStoreGroup } from '@output-review/media/object-store';
import { kafkaGroup, readGroups } from '@output-review/runtime';
import kafkajs, { type Kafka, type SASLOptions } from 'kafkajs';

import type { StackSystem } from './stack-system.ts';

/** The settings of a service of a stack for its servers, which an attacker in the service would have. */
export function settingsOf({ stack }: StackSystem, service: ServiceName): Record<string, string> {
  return { ...stack.services[service][0]?.settings };
}

/** A Kafka client with the credentials of a service, for requests that the service never makes. */
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

/** The settings of media for the store. */
export const storeAs = (settings: Record<string, string>) =>
  readGroups(settings, { store: objectStoreGroup }).store;
