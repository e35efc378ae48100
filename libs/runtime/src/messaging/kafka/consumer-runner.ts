import { createRequire } from 'node:module';

interface Membership {
  readonly memberId: string | null;
  readonly generationId: number | null;
}

/** What kafkajs 2.2.4 fetches and hands over by, for each consumer; not a part of its interface. */
interface Runner {
  running: boolean;
  readonly consumerGroup: Membership & {
    /** Made anew with each assignment, for the member that has it. */
    readonly offsetManager: Membership;
  };
  fetch(nodeId: number): Promise<readonly object[]>;
}

const { prototype } = createRequire(import.meta.url)('kafkajs/src/consumer/runner.js') as {
  readonly prototype: Runner;
};
const { fetch } = prototype;

/**
 * Has a consumer that was stopped end, and one that has lost its membership join again.
 *
 * By itself kafkajs answers to its fetches that there is nothing, at once. Where
 * the brokers change at the moment of the stop it begins fetches that nobody stops any more, and the process would do
 * nothing else for ever. An error ends them: kafkajs sees that it was stopped before it tries again.
 *
 * Who has to join anew tries it once. Where that fails, or where the assignment does not come, kafkajs goes on fetching
 * what it was assigned before, beside whoever has it now, and can commit nothing of it. What Kafka would say to it is
 * said here.
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
