import type { EventType } from '@output-review/contracts';
import type { ConsumeOptions } from '@output-review/runtime';

/** What all consumers of the service have in common. */
export type Consuming = Pick<
  ConsumeOptions<EventType>,
  'bus' | 'group' | 'batchMax' | 'deadLetters' | 'log' | 'clock' | 'telemetry'
>;
