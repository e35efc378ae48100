import { expect, test } from '@jest/globals';

import { answering } from './answering.ts';

const kafka = { brokers: ['one:9092', 'two:9092'] };
const failing = (name: string, message: string) => () =>
  Promise.reject(Object.assign(new Error(message), { name }));

// Names and messages are those of kafkajs 2.2.4 against Kafka 4.3.
test.each([
  [
    'KafkaJSSASLAuthenticationError',
    'SASL PLAIN authentication failed',
    'username or password rejected',
  ],
  [
    'KafkaJSConnectionClosedError',
    'Closed connection',
    'connection closed; does the broker require TLS or SASL?',
  ],
  [
    'KafkaJSNumberOfRetriesExceeded',
    'Connection error: self-signed certificate',
    'self-signed certificate',
  ],
])('%s is told as what is to be mended', async (name, message, reason) => {
  await expect(answering(kafka, failing(name, message))).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: `Kafka does not answer at one:9092, two:9092: ${reason}.`,
  });
});
