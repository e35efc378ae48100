import { type ServiceName, SERVICES } from '@output-review/contracts';
import { expect, test } from '@jest/globals';

import { runCommand } from '../harness/process.ts';

const COMMON = ['DATABASE_URL', 'ASSERTION_PUBLIC_KEY'];
const REQUIRED: Readonly<Record<ServiceName, readonly string[]>> = {
  gateway: [
    ...COMMON,
    ...['PUBLIC_URL', 'ASSERTION_PRIVATE_KEY', 'ENCRYPTION_KEY', 'AUDIT_KEY'],
    ...['KAFKA_BROKERS', 'REDIS_URL'],
    ...['EVALUATOR_URL', 'REVIEW_URL', 'INSTRUCTIONS_URL', 'MEDIA_URL'],
  ],
  evaluator: [
    ...[...COMMON, 'KAFKA_BROKERS', 'ENCRYPTION_KEY', 'AUDIT_KEY'],
    ...['GATEWAY_URL', 'REVIEW_URL', 'MEDIA_URL'],
  ],
  review: [
    ...[...COMMON, 'KAFKA_BROKERS', 'ENCRYPTION_KEY', 'AUDIT_KEY'],
    ...['GATEWAY_URL', 'EVALUATOR_URL', 'INSTRUCTIONS_URL', 'PUBLIC_URL'],
  ],
  instructions: [
    ...COMMON,
    'KAFKA_BROKERS',
    'AUDIT_KEY',
    'GATEWAY_URL',
    'EVALUATOR_URL',
    'REVIEW_URL',
  ],
  media: [
    ...COMMON,
    ...['KAFKA_BROKERS', 'ENCRYPTION_KEY', 'PUBLIC_URL', 'GATEWAY_URL'],
    ...['OBJECT_STORE_ENDPOINT', 'OBJECT_STORE_BUCKET'],
    ...['OBJECT_STORE_ACCESS_KEY', 'OBJECT_STORE_SECRET_KEY'],
  ],
};

test.each(SERVICES)(
  'the %s reports all missing variables at once and does not start',
  async (service) => {
    const { code, stdout, stderr } = await runCommand(`services/${service}/src/main.ts`, []);

    const [title, ...faults] = stderr.split('\n');
    expect([code, stdout, title]).toEqual([1, '', 'Invalid configuration:']);
    const named = faults.map((fault) => /^- (\w+) must be set/.exec(fault)?.[1]);
    expect(new Set(named)).toEqual(new Set(REQUIRED[service]));
  },
  60_000,
);
