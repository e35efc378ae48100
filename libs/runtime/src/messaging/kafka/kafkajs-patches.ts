import { createRequire } from 'node:module';

// Changes parts of kafkajs 2.2.4 that do not belong to its public API. The rest of these classes is unchanged.
const loadPart = createRequire(import.meta.url);

/** The offset state of a consumer. */
interface OffsetManager {
  readonly groupId: string;
  readonly generationId: number;
  readonly memberId: string;
  readonly instrumentationEmitter: { emit(event: string, payload: object): void };
  setDefaultOffset(of: { readonly topic: string; readonly partition: number }): Promise<void>;
}

const { prototype: offsetManagers } = loadPart('kafkajs/src/consumer/offsetManager/index.js') as {
  readonly prototype: OffsetManager;
};
const { setDefaultOffset } = offsetManagers;

/** Kafka's offset for the beginning. kafkajs commits it when a group has to start over. */
const BEGINNING = '-2';

/**
 * Makes a consumer emit a commit event when Kafka does not have its offset: kafkajs commits the reset without emitting
 * anything. After the reset the group looks as if it had never read anything.
 */
offsetManagers.setDefaultOffset = function (this: OffsetManager, { topic, partition }) {
  const { groupId, memberId, generationId } = this;
  this.instrumentationEmitter.emit('consumer.commit_offsets', {
    ...{ groupId, memberId, groupGenerationId: generationId },
    topics: [{ topic, partitions: [{ partition, offset: BEGINNING }] }],
  });
  return setDefaultOffset.call(this, { topic, partition });
};

interface Membership {
  readonly memberId: string | null;
  readonly generationId: number | null;
}

/** The fetcher of a consumer. */
interface Runner {
  running: boolean;
  readonly consumerGroup: Membership & {
    /** Recreated with each assignment, for its member. */
    readonly offsetManager: Membership;
  };
  fetch(nodeId: number): Promise<readonly object[]>;
}

const { prototype: runners } = loadPart('kafkajs/src/consumer/runner.js') as {
  readonly prototype: Runner;
};
const { fetch } = runners;

/**
 * Makes a stopped consumer end, and one that has lost its membership rejoin.
 *
 * When stopped, kafkajs answers its fetches immediately with nothing. If the brokers change at that moment, it starts
 * fetches that nothing stops, and the process spins forever. An error ends them: kafkajs checks whether it was stopped
 * before it retries.
 *
 * kafkajs tries to rejoin only once. If that fails, or the assignment does not arrive, it keeps fetching its former
 * partitions beside their new owner and can commit none of it. So this returns the errors that Kafka would return.
 */
runners.fetch = function (this: Runner, nodeId) {
  if (!this.running) return Promise.reject(new Error('The consumer was stopped'));
  const { memberId, generationId, offsetManager } = this.consumerGroup;
  if (memberId === null) return refuse('UNKNOWN_MEMBER_ID');
  const isAssigned =
    offsetManager.memberId === memberId && offsetManager.generationId === generationId;
  if (!isAssigned) return refuse('ILLEGAL_GENERATION');
  return fetch.call(this, nodeId);
};

const refuse = (type: string): Promise<never> =>
  Promise.reject(Object.assign(new Error('The consumer has no assignment'), { type }));

/** The request queue of a connection. */
interface RequestQueue {
  readonly enforceRequestTimeout: boolean;
  readonly inflight: ReadonlyMap<number, InflightRequest>;
  readonly pending: readonly unknown[];
  requestTimeoutIntervalId?: NodeJS.Timeout;
  isConnected(): boolean;
  sendSocketRequest(request: InflightRequest): void;
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
 * for request timeouts.
 */
const { prototype: requestQueues } = loadPart('kafkajs/src/network/requestQueue/index.js') as {
  readonly prototype: RequestQueue;
};
const { scheduleCheckPendingRequests, sendSocketRequest } = requestQueues;

requestQueues.scheduleCheckPendingRequests = function (this: RequestQueue) {
  // Every request that starts to wait schedules its own check.
  if (this.pending.length > 0) scheduleCheckPendingRequests.call(this);
};

// kafkajs records the wall clock time, which may be changed meanwhile.
const sentAtMs = new WeakMap<InflightRequest, number>();

requestQueues.sendSocketRequest = function (this: RequestQueue, request) {
  sentAtMs.set(request, performance.now());
  sendSocketRequest.call(this, request);
};

requestQueues.scheduleRequestTimeoutCheck = function (this: RequestQueue) {
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
