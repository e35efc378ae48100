import { type ServiceName, topicsOf } from '@output-review/contracts';

import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import type { ShutdownStack } from '../../lifecycle/shutdown-stack.ts';
import { KafkaBus } from './kafka-bus.ts';
import type { KafkaConnection } from './kafka-client.ts';

interface Around {
  readonly log: Logger;
  readonly clock: Clock;
  /** Stops the bus. */
  readonly closers: ShutdownStack;
}

/** Opens the bus of a service's process. Start it after the service has subscribed. */
export function openKafkaBus(
  service: ServiceName,
  connection: KafkaConnection,
  { log, clock, closers }: Around,
): KafkaBus {
  const kafka = { ...connection, clientId: service };
  const bus = new KafkaBus({ kafka, topics: topicsOf(service), log, clock });
  closers.add('bus', () => bus.stop());
  return bus;
}
