import { type ServiceName, topicsOf } from '@output-review/contracts';

import type { KafkaConnection } from '../config/kafka-group.ts';
import { KafkaBus } from '../messaging/kafka/kafka-bus.ts';
import type { Surroundings } from './run-service.ts';

/** Opens the bus of a service's process. It is to be started when the service has subscribed. */
export function openKafkaBus(
  service: ServiceName,
  connection: KafkaConnection,
  { log, clock, closers }: Surroundings,
): KafkaBus {
  const kafka = { ...connection, clientId: service };
  const bus = new KafkaBus({ kafka, topics: topicsOf(service), log, clock });
  closers.add('bus', () => bus.stop());
  return bus;
}
