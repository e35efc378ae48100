import { expect, test } from '@jest/globals';

import { answering } from './answering.ts';

const kafka = { brokers: ['one:9092', 'two:9092'] };
test('names the setting that decides about a rejected certificate', async () => {
  const refused = new Error('Connection error: unable to verify the first certificate');
  const call = () =>
    Promise.reject(Object.assign(refused, { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }));

  await expect(answering(kafka, call)).rejects.toThrow(
    'two:9092: its certificate is not signed by a trusted CA (TLS_CA_FILE).',
  );
});

const failing = (name: string, message: string) => () =>
  Promise.reject(Object.assign(new Error(message), { name }));

// Names and messages of kafkajs 2.2.4 against Kafka 4.3.
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
])('translates %s into terms of the configuration', async (name, message, reason) => {
  await expect(answering(kafka, failing(name, message))).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: `Kafka does not answer at one:9092, two:9092: ${reason}.`,
  });
});
