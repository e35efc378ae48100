import { createRequire } from 'node:module';

/** What kafkajs 2.2.4 keeps of the requests of each connection; not a part of its interface. */
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

// Requests time out after 10 s; kafkajs looks every 100 ms.
const TIMEOUT_CHECK_MS = 1_000;

/**
 * Has kafkajs look for nothing that is not there: by itself it looks for pending requests every millisecond, for each
 * connection and for ever (https://github.com/tulios/kafkajs/issues/1704), and a service has ten. The rest of the class
 * is as it is, but for the clock of what waits for an answer.
 */
export const RequestQueues = createRequire(import.meta.url)(
  'kafkajs/src/network/requestQueue/index.js',
) as { new (options: object): RequestQueue; readonly prototype: RequestQueue };

const { prototype } = RequestQueues;
const { scheduleCheckPendingRequests, sendSocketRequest } = prototype;

prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
  // Whatever comes to wait schedules its check itself.
  if (this.pending.length > 0) scheduleCheckPendingRequests.call(this);
};

// Kafkajs notes the time of day, which may be set back or forward meanwhile.
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
