import { SERVICES } from '@output-review/contracts';
import { expect, test } from '@jest/globals';

import { PARTS, readSetupConfig } from './config.ts';

const urls = Object.fromEntries(
  SERVICES.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, `postgres://${name}:x@db/outputs`]),
);
const STORE = {
  OBJECT_STORE_ENDPOINT: 'http://files:9000',
  OBJECT_STORE_BUCKET: 'outputs',
  OBJECT_STORE_ACCESS_KEY: 'a',
  OBJECT_STORE_SECRET_KEY: 's',
};

test('each part needs only its own variables', () => {
  const database = { DATABASE_ADMIN_URL: 'postgres://root:x@db/postgres', ...urls };

  expect(readSetupConfig(database, ['database'])).toEqual({
    database: {
      adminUrl: database.DATABASE_ADMIN_URL,
      urls: expect.objectContaining({ media: 'postgres://media:x@db/outputs' }),
    },
    topics: null,
    bucket: null,
  });
  expect(readSetupConfig({ KAFKA_BROKERS: 'k:9092' }, ['topics']).topics).toEqual({
    kafka: { brokers: ['k:9092'], tls: null, sasl: null },
    partitions: 12,
    replication: 1,
    users: null,
  });
  expect(readSetupConfig(STORE, ['bucket']).bucket).toMatchObject({
    store: { region: 'us-east-1' },
    user: null,
  });
});

test('reports all faults of all parts at once', () => {
  const read = () => readSetupConfig({ KAFKA_PARTITIONS: '0' }, PARTS);

  for (const name of ['DATABASE_ADMIN_URL', 'MEDIA_DATABASE_URL', 'KAFKA_BROKERS']) {
    expect(read).toThrow(`${name} must be set`);
  }
  expect(read).toThrow('KAFKA_PARTITIONS must be an integer from 1 to 1000');
  expect(read).toThrow('OBJECT_STORE_BUCKET must be set');
});

test('either every service has a Kafka user, or none has', () => {
  const users = Object.fromEntries(
    SERVICES.map((name) => [`${name.toUpperCase()}_KAFKA_SASL_USERNAME`, name]),
  );
  const read = (more: Record<string, string>) =>
    readSetupConfig({ KAFKA_BROKERS: 'k:9092', ...more }, ['topics']).topics?.users;

  expect(read(users)).toEqual(Object.fromEntries(SERVICES.map((name) => [name, name])));
  expect(() => read({ MEDIA_KAFKA_SASL_USERNAME: 'media' })).toThrow(
    '- GATEWAY_KAFKA_SASL_USERNAME must be set if another service has a user of Kafka',
  );
  expect(() => read({ ...users, MEDIA_KAFKA_SASL_USERNAME: 'review' })).toThrow(
    '- REVIEW_KAFKA_SASL_USERNAME and MEDIA_KAFKA_SASL_USERNAME must name different users',
  );
});

test('refuses services with the same role, because each must own its schema alone', () => {
  const shared = { ...urls, MEDIA_DATABASE_URL: 'postgres://review:x@db/outputs' };
  const env = { DATABASE_ADMIN_URL: 'postgres://root:x@db/postgres', ...shared };

  expect(() => readSetupConfig(env, ['database'])).toThrow(
    '- REVIEW_DATABASE_URL and MEDIA_DATABASE_URL must name different roles',
  );
});
