import { createRequire } from 'node:module';

/** What kafkajs 2.2.4 fetches and hands over by, for each consumer; not a part of its interface. */
interface Runner {
  running: boolean;
  readonly consumerGroup: { readonly memberId: string | null };
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
 * Whom Kafka does not know any more kafkajs has join anew once. Where that fails it goes on fetching what was assigned to
 * the former member, beside whoever has it now, and can commit nothing of it. What Kafka would say to it is said here.
 */
prototype.fetch = function (this: Runner, nodeId) {
  if (!this.running) return Promise.reject(new Error('The consumer was stopped'));
  if (this.consumerGroup.memberId === null) {
    return Promise.reject(
      Object.assign(new Error('The consumer is no member'), { type: 'UNKNOWN_MEMBER_ID' }),
    );
  }
  return fetch.call(this, nodeId);
};
