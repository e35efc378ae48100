import { createRequire } from 'node:module';

/** The request queue of a kafkajs 2.2.4 connection. Not part of its public API. */
export interface RequestQueue {
  readonly enforceRequestTimeout: boolean;
  readonly inflight: ReadonlyMap<number, InflightRequest>;
  readonly pending: readonly unknown[];
  readonly throttleCheckTimeoutId: NodeJS.Timeout | null;
  requestTimeoutIntervalId?: NodeJS.Timeout;
  isConnected(): boolean;
  push(request: object): void;
  sendSocketRequest(request: InflightRequest): void;
  fulfillRequest(answer: object): void;
  checkPendingRequests(): void;
  destroy(): void;
  scheduleCheckPendingRequests(): void;
  scheduleRequestTimeoutCheck(): void;
}

interface InflightRequest {
  readonly requestTimeout: number;
  timeoutRequest(): void;
}

// Requests time out after 10 s. kafkajs checks every 100 ms.
const TIMEOUT_CHECK_MS = 1_000;

/**
 * Makes kafkajs check only for pending requests that exist. By default each connection checks every millisecond,
 * forever (https://github.com/tulios/kafkajs/issues/1704), and a service has ten connections. Also replaces the clock
 * for request timeouts. The rest of the class is unchanged.
 */
export const RequestQueues = createRequire(import.meta.url)(
  'kafkajs/src/network/requestQueue/index.js',
) as { new (options: object): RequestQueue; readonly prototype: RequestQueue };

const { prototype } = RequestQueues;
const { scheduleCheckPendingRequests, sendSocketRequest } = prototype;

prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
  // Every request that starts to wait schedules its own check.
  if (this.pending.length > 0) scheduleCheckPendingRequests.call(this);
};

// kafkajs records the wall clock time, which may be changed meanwhile.
const sentAtMs = new WeakMap<InflightRequest, number>();

prototype.sendSocketRequest = function (this: RequestQueue, request) {
  sentAtMs.set(request, performance.now());
  sendSocketRequest.call(this, request);
};

prototype.scheduleRequestTimeoutCheck = function (this: RequestQueue) {
  if (!this.enforceRequestTimeout) return;
  this.destroy();
  this.requestTimeoutIntervalId = setInterval(() => {
    const nowMs = performance.now();
    for (const request of this.inflight.values()) {
      const waitedMs = nowMs - (sentAtMs.get(request) ?? nowMs);
      if (waitedMs > request.requestTimeout) request.timeoutRequest();
    }
    if (!this.isConnected()) this.destroy();
  }, TIMEOUT_CHECK_MS);
};
