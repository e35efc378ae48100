import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';

import { generateAssertionKeys } from '@output-review/runtime';
import { expect, test } from '@jest/globals';

import { readMediaConfig } from './config.ts';

const ENV = {
  DATABASE_URL: 'postgres://media:x@db/outputs',
  ASSERTION_PUBLIC_KEY: generateAssertionKeys().publicKey,
  KAFKA_BROKERS: 'kafka:9092',
  GATEWAY_URL: 'http://gateway:9090',
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  PUBLIC_URL: 'https://reviews.example.com/',
  OBJECT_STORE_ENDPOINT: 'http://objects:8333',
  OBJECT_STORE_BUCKET: 'output-review',
  OBJECT_STORE_ACCESS_KEY: 'me',
  OBJECT_STORE_SECRET_KEY: 'hush',
};

test('optional variables have defaults', () => {
  const { publicUrl, previousPublicUrls, spoolDir, quotaBytes, encryption } = readMediaConfig(ENV);

  expect({ publicUrl, previousPublicUrls, spoolDir, quotaBytes }).toEqual({
    publicUrl: 'https://reviews.example.com',
    previousPublicUrls: [],
    spoolDir: tmpdir(),
    quotaBytes: 10_737_418_240,
  });
  expect(encryption).toMatchObject({ key: ENV.ENCRYPTION_KEY, previousKey: null });
});

test('previous addresses are normalized like the current one', () => {
  const { previousPublicUrls } = readMediaConfig({
    ...ENV,
    PREVIOUS_PUBLIC_URLS: 'https://a.example.com/, http://b.example.com/reviews',
  });

  expect(previousPublicUrls).toEqual(['https://a.example.com', 'http://b.example.com/reviews']);
});

test('all faults are reported at once, without secrets', () => {
  const wrong = {
    ...ENV,
    PUBLIC_URL: '',
    PREVIOUS_PUBLIC_URLS: 'https://a.example.com, b.example.com',
    MEDIA_QUOTA_BYTES: '-1',
    EGRESS_ALLOW_CIDRS: 'all',
    ENCRYPTION_KEY_PREVIOUS: 'short',
  };
  const read = () => readMediaConfig(wrong);

  const names = Object.keys(wrong).filter((name) => !(name in ENV));
  for (const name of [...names, 'PUBLIC_URL']) expect(read).toThrow(`- ${name} must`);
  expect(read).not.toThrow(/hush|short/);
});
