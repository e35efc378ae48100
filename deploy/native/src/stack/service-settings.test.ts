import { SERVICES } from '@output-review/contracts';

import { expect, test } from '@jest/globals';

import { settingsOf, type StackPlan } from './service-settings.ts';

const PLAN: StackPlan = {
  addresses: {
    kafkaBrokers: '127.0.0.1:1',
    kafkaSettingsOf: (user) => ({ KAFKA_SASL_PASSWORD: `${user}-kafka-password` }),
    caFile: null,
    redisUrl: 'redis://127.0.0.1:2',
    databaseUrlOf: (service) => `postgres://${service}:${service}-password@127.0.0.1:3/db`,
    store: { endpoint: 'http://127.0.0.1:4', region: 'r', accessKey: 'a', secretKey: 'store-key' },
    storeAdmin: {
      ...{ endpoint: 'http://127.0.0.1:4', region: 'r' },
      ...{ accessKey: 'b', secretKey: 'store-admin-key' },
    },
  },
  secrets: {
    encryptionKey: 'encryption-key',
    auditKey: 'audit-key',
    assertion: { privateKey: 'private-key', publicKey: 'public-key' },
    operator: { privateKey: 'operator-private', publicKey: 'operator-public' },
    rolePasswords: { gateway: '', evaluator: '', review: '', instructions: '', media: '' },
    password: 'admin-password',
    token: 'token',
  },
  publicUrl: 'http://127.0.0.1:7',
  peers: { gateway: 'g', evaluator: 'e', review: 'r', instructions: 'i', media: 'm' },
};

const servicesThatKnow = (secret: string): string[] =>
  SERVICES.filter((service) =>
    Object.values(settingsOf(service, PLAN, { internal: 5, public: 6 })).includes(secret),
  );

test('gives a service only the secrets that it needs', () => {
  expect(servicesThatKnow('encryption-key')).toEqual(['gateway', 'evaluator', 'review', 'media']);
  const audited = ['gateway', 'evaluator', 'review', 'instructions'];
  expect(servicesThatKnow('audit-key')).toEqual(audited);
  expect(servicesThatKnow('private-key')).toEqual(['gateway']);
  expect(servicesThatKnow('admin-password')).toEqual(['gateway']);
  expect(servicesThatKnow('token')).toEqual(['gateway']);
  expect(servicesThatKnow('store-key')).toEqual(['media']);
  expect(servicesThatKnow('store-admin-key')).toEqual([]);
  expect(servicesThatKnow('media-kafka-password')).toEqual(['media']);
  expect(servicesThatKnow('public-key')).toEqual([...SERVICES]);
  expect(servicesThatKnow('operator-public')).toEqual([...SERVICES]);
  expect(servicesThatKnow('operator-private')).toEqual([]);
  for (const service of SERVICES) {
    expect(servicesThatKnow(PLAN.addresses.databaseUrlOf(service))).toEqual([service]);
  }
});

test('listens only on this machine', () => {
  for (const service of SERVICES) {
    const { INTERNAL_HOST, HOST } = settingsOf(service, PLAN, { internal: 5, public: 6 });
    expect(INTERNAL_HOST).toBe('127.0.0.1');
    expect(HOST).toBe(service === 'gateway' ? '127.0.0.1' : undefined);
  }
});
