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

test('what need not be set has a default', () => {
  const { publicUrl, previousPublicUrls, spoolDir, quotaBytes, encryption } = readMediaConfig(ENV);

  expect({ publicUrl, previousPublicUrls, spoolDir, quotaBytes }).toEqual({
    publicUrl: 'https://reviews.example.com',
    previousPublicUrls: [],
    spoolDir: tmpdir(),
    quotaBytes: 10_737_418_240,
  });
  expect(encryption).toMatchObject({ key: ENV.ENCRYPTION_KEY, previousKey: null });
});

test('former addresses are compared as they are written now', () => {
  const { previousPublicUrls } = readMediaConfig({
    ...ENV,
    PREVIOUS_PUBLIC_URLS: 'https://a.example.com/, http://b.example.com/reviews',
  });

  expect(previousPublicUrls).toEqual(['https://a.example.com', 'http://b.example.com/reviews']);
});

test('all faults are told at once, and no secret with them', () => {
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
