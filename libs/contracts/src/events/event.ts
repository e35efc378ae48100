import type { Static, TSchema } from '@sinclair/typebox';

import type { Topic } from './topics.ts';

/** Declares the data of a topic's events: its schema and one valid and one invalid example. */
export interface EventType<S extends TSchema = TSchema> {
  readonly topic: Topic;
  readonly schema: S;
  readonly examples: { readonly valid: Static<S>; readonly invalid: unknown };
}

export function defineEvent<const T extends Topic, S extends TSchema>(
  event: EventType<S> & { readonly topic: T },
): EventType<S> & { readonly topic: T } {
  return event;
}

export type DataOf<E extends EventType> = Static<E['schema']>;
