import type { Readiness } from '../http/readiness.ts';
import type { SubscriptionHandle } from '../messaging/bus.ts';

/** A service that was started. */
export interface RunningService {
  /** Base URL of its own listener. */
  readonly url: string;
  ready(): Promise<Readiness>;
  /** Its consumers, by the topic they read. */
  readonly consumers: Readonly<Record<string, SubscriptionHandle>>;
  /** Is not ready from now on and sends callers away, but still answers. */
  drain(): void;
  /** Closes the listener, finishes what is under way, and lets go of everything it opened. */
  stop(): Promise<void>;
}
