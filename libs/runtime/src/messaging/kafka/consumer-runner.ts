import { createRequire } from 'node:module';

/** What kafkajs 2.2.4 fetches and hands over by, for each consumer; not a part of its interface. */
interface Runner {
  running: boolean;
  fetch(nodeId: number): Promise<readonly object[]>;
}

const { prototype } = createRequire(import.meta.url)('kafkajs/src/consumer/runner.js') as {
  readonly prototype: Runner;
};
const { fetch } = prototype;

/**
 * Has a consumer that was stopped end. By itself kafkajs answers to its fetches that there is nothing, at once. Where
 * the brokers change at the moment of the stop it begins fetches that nobody stops any more, and the process would do
 * nothing else for ever. An error ends them: kafkajs sees that it was stopped before it tries again.
 */
prototype.fetch = function (this: Runner, nodeId) {
  if (!this.running) return Promise.reject(new Error('The consumer was stopped'));
  return fetch.call(this, nodeId);
};
