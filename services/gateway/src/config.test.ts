import { generateAssertionKeys } from '@output-review/runtime';
import { describe, expect, test } from '@jest/globals';

import { readGatewayConfig } from './config.ts';

const keys = generateAssertionKeys();
const COMPLETE = {
  DATABASE_URL: 'postgres://gateway:x@db:5432/outputs',
  KAFKA_BROKERS: 'kafka-1:9092,kafka-2:9092',
  REDIS_URL: 'rediss://user:x@redis:6380/2',
  EVALUATOR_URL: 'http://evaluator:9090',
  REVIEW_URL: 'http://review:9090/',
  INSTRUCTIONS_URL: 'http://instructions:9090',
  MEDIA_URL: 'http://media:9090',
  ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
  AUDIT_KEY: Buffer.alloc(32).toString('base64'),
  ASSERTION_PRIVATE_KEY: keys.privateKey,
  ASSERTION_PUBLIC_KEY: keys.publicKey,
  PUBLIC_URL: 'https://review.example.com',
};

test('the required variables are enough', () => {
  const config = readGatewayConfig(COMPLETE);

  expect(config).toMatchObject({
    databaseUrl: COMPLETE.DATABASE_URL,
    internalListener: { host: '0.0.0.0', port: 9090 },
    publicListener: { host: '0.0.0.0', port: 8080, url: 'https://review.example.com' },
    kafka: { brokers: ['kafka-1:9092', 'kafka-2:9092'], tls: null, sasl: null },
    redisUrl: COMPLETE.REDIS_URL,
    bootstrap: null,
    cookiePrefix: 'output-review',
    rateLimitPerMinute: 60,
    callLimits: { readsPerMinute: 600, writesPerMinute: 120, modelCallsPerMinute: 20 },
    logLevel: 'info',
    traces: null,
  });
  expect(config.peers.review()).toBe('http://review:9090');
});

test('limits of calls other than submissions are configurable', () => {
  const { callLimits } = readGatewayConfig({
    ...COMPLETE,
    ...{ RATE_LIMIT_READS_PER_MINUTE: '6000', RATE_LIMIT_WRITES_PER_MINUTE: '0' },
    RATE_LIMIT_MODEL_CALLS_PER_MINUTE: '2',
  });

  expect(callLimits).toMatchObject({
    ...{ readsPerMinute: 6_000, writesPerMinute: 0, modelCallsPerMinute: 2 },
  });
});

test('reports all missing variables at once', () => {
  const read = () => readGatewayConfig({});

  for (const name of Object.keys(COMPLETE)) expect(read).toThrow(`- ${name} must be set`);
});

describe('contradictions', () => {
  test.each<[Readonly<Record<string, string>>, readonly string[]]>([
    [
      { ASSERTION_PUBLIC_KEY: generateAssertionKeys().publicKey },
      ['ASSERTION_PUBLIC_KEY must be the public half of ASSERTION_PRIVATE_KEY'],
    ],
    [
      { KAFKA_SASL_USERNAME: 'gateway' },
      ['KAFKA_SASL_MECHANISM must be set if a username or password is set'],
    ],
    [
      { KAFKA_SASL_MECHANISM: 'plain' },
      [
        'KAFKA_SASL_USERNAME must be set if a mechanism is set',
        'KAFKA_SASL_PASSWORD must be set if a mechanism is set',
      ],
    ],
    [
      { BOOTSTRAP_EMAIL: 'a@b.example' },
      ['BOOTSTRAP_PASSWORD', 'BOOTSTRAP_TOKEN', 'BOOTSTRAP_WORKSPACE'].map(
        (name) => `${name} must be set if another BOOTSTRAP variable is set`,
      ),
    ],
    [
      { PUBLIC_URL: '' },
      ['PUBLIC_URL must be set if HOST is 0.0.0.0, because links cannot lead there'],
    ],
    ...['https://a.example?a=b', 'https://a.example/#a', 'https://ada:pw@a.example'].map(
      (url): [Readonly<Record<string, string>>, readonly string[]] => [
        { PUBLIC_URL: url },
        ['PUBLIC_URL must be a URL without a query, a fragment and credentials'],
      ],
    ),
    [
      { PORT: '9090' },
      ['PORT and INTERNAL_PORT must differ: the internal port must not be public'],
    ],
    [
      { COOKIE_PREFIX: '__Secure-x' },
      [
        'COOKIE_PREFIX must contain only letters, digits, _ and -, and not begin with __Secure- or __Host-',
      ],
    ],
    [
      { DATABASE_URL: 'postgres://db/outputs', REDIS_URL: 'http://redis' },
      [
        'DATABASE_URL must be a URL of the form postgres://role:password@host:port/database; the role is missing',
        'REDIS_URL must be a URL that begins with redis:// or rediss://',
      ],
    ],
  ])('%j', (change, faults) => {
    expect(() => readGatewayConfig({ ...COMPLETE, ...change })).toThrow(
      `Invalid configuration:\n- ${faults.join('\n- ')}`,
    );
  });
});

test('without PUBLIC_URL, links use the address of the public listener if it has one', () => {
  const { publicListener } = readGatewayConfig({ ...COMPLETE, PUBLIC_URL: '', HOST: '127.0.0.1' });

  expect(publicListener).toEqual({ host: '127.0.0.1', port: 8080, url: null });
});
