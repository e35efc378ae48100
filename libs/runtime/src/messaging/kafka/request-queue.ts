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
  fulfillRequest(answer: object): void;
  checkPendingRequests(): void;
  destroy(): void;
  scheduleCheckPendingRequests(): void;
  scheduleRequestTimeoutCheck(): void;
}

interface InflightRequest {
  readonly sentAt: number;
  readonly requestTimeout: number;
  timeoutRequest(): void;
}

// Requests time out after 10 s; kafkajs looks every 100 ms.
const TIMEOUT_CHECK_MS = 1_000;

/**
 * Has kafkajs look for nothing that is not there: by itself it looks for pending requests every millisecond, for each
 * connection and for ever (https://github.com/tulios/kafkajs/issues/1704), and a service has ten. The rest of the class
 * is as it is.
 */
export const RequestQueues = createRequire(import.meta.url)(
  'kafkajs/src/network/requestQueue/index.js',
) as { new (options: object): RequestQueue; readonly prototype: RequestQueue };

const { prototype } = RequestQueues;
const { scheduleCheckPendingRequests } = prototype;

prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
  // Whatever comes to wait schedules its check itself.
  if (this.pending.length > 0) scheduleCheckPendingRequests.call(this);
};

prototype.scheduleRequestTimeoutCheck = function (this: RequestQueue) {
  if (!this.enforceRequestTimeout) return;
  this.destroy();
  this.requestTimeoutIntervalId = setInterval(() => {
    for (const request of this.inflight.values()) {
      if (Date.now() - request.sentAt > request.requestTimeout) request.timeoutRequest();
    }
    if (!this.isConnected()) this.destroy();
  }, TIMEOUT_CHECK_MS);
};
