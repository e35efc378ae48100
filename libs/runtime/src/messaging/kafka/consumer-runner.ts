import { createRequire } from 'node:module';

interface Membership {
  readonly memberId: string | null;
  readonly generationId: number | null;
}

/** The fetcher of a kafkajs 2.2.4 consumer. Not part of its public API. */
interface Runner {
  running: boolean;
  readonly consumerGroup: Membership & {
    /** Recreated with each assignment, for its member. */
    readonly offsetManager: Membership;
  };
  fetch(nodeId: number): Promise<readonly object[]>;
}

const { prototype } = createRequire(import.meta.url)('kafkajs/src/consumer/runner.js') as {
  readonly prototype: Runner;
};
const { fetch } = prototype;

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
prototype.fetch = function (this: Runner, nodeId) {
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
