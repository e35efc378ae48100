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

/** Periodic work of a service; see `startLoop`. */
export interface Job<C> {
  /** Logged with every failure. */
  readonly name: string;
  /** The delay between runs. */
  readonly everyMs: number;
  readonly run: (ctx: C, signal: AbortSignal) => Promise<void>;
}

/** Helpers to define the slices of a service, with its context type bound. */
export function handlersFor<C>() {
  return {
    /** Answers an operation; see `implement`. */
    route:
      <const O extends Operation>(
        operation: O,
        // No inference from the handler, so that literals in a reply are checked against the operation.
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
