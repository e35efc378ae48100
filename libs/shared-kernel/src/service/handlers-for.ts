import type { EventType, Operation } from '@output-review/contracts';
import {
  type ConsumerOptions,
  implement,
  makeConsumer,
  type Reply,
  type RequestOf,
  type Route,
} from '@output-review/runtime';

/** A route of a service whose handlers take the context `C`. */
export type ContextRoute<C> = (ctx: C) => Route;

/** What a service does from time to time; see `startLoop`. */
export interface Job<C> {
  /** Stands in the log beside whatever goes wrong. */
  readonly name: string;
  /** The pause between its turns. */
  readonly everyMs: number;
  readonly run: (ctx: C, signal: AbortSignal) => Promise<void>;
}

/** What the slices of a service are made of, with the type of its context filled in. */
export function handlersFor<C>() {
  return {
    /** Answers an operation; see `implement`. */
    route:
      <const O extends Operation>(
        operation: O,
        // Not inferred from: so the literals in a reply are held against those of the operation.
        handler: NoInfer<(ctx: C, request: RequestOf<O>) => Promise<Reply<O>>>,
      ): ContextRoute<C> =>
      (ctx) =>
        implement(operation, (request) => handler(ctx, request)),
    /** Consumes the events of one type; see `consumeEvents`. */
    consumer: <E extends EventType>(event: E, options: ConsumerOptions<E, C>) =>
      makeConsumer(event, options),
    job: (job: Job<C>) => job,
  };
}
