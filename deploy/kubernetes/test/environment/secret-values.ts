import { randomBytes } from 'node:crypto';

import { SERVICES } from '@output-review/contracts';
import { generateAssertionKeys } from '@output-review/runtime';

const { privateKey, publicKey } = generateAssertionKeys();
const databaseUrl = (role: string) => `postgres://${role}:secret@postgres:5432/output_review`;

function kafkaUserOf(service: string): [string, string][] {
  const prefix = `${service.toUpperCase()}_KAFKA_SASL`;
  return [
    [`${prefix}_USERNAME`, service],
    [`${prefix}_PASSWORD`, 'secret'],
  ];
}

const VALUES: Readonly<Record<string, string>> = {
  DATABASE_ADMIN_URL: databaseUrl('postgres'),
  GATEWAY_DATABASE_URL: databaseUrl('gateway'),
  EVALUATOR_DATABASE_URL: databaseUrl('evaluator'),
  REVIEW_DATABASE_URL: databaseUrl('review'),
  INSTRUCTIONS_DATABASE_URL: databaseUrl('instructions'),
  MEDIA_DATABASE_URL: databaseUrl('media'),
  REDIS_URL: 'rediss://:secret@redis:6379',
  KAFKA_SASL_USERNAME: 'reviews',
  KAFKA_SASL_PASSWORD: 'secret',
  ...Object.fromEntries(SERVICES.flatMap(kafkaUserOf)),
  OBJECT_STORE_ACCESS_KEY: 'reviews',
  OBJECT_STORE_SECRET_KEY: 'secret',
  OBJECT_STORE_ADMIN_ACCESS_KEY: 'admin',
  OBJECT_STORE_ADMIN_SECRET_KEY: 'secret',
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  ENCRYPTION_KEY_PREVIOUS: randomBytes(32).toString('base64'),
  AUDIT_KEY: randomBytes(32).toString('base64'),
  ASSERTION_PRIVATE_KEY: privateKey,
  ASSERTION_PUBLIC_KEY: publicKey,
  OPERATOR_PUBLIC_KEY: generateAssertionKeys().publicKey,
  BOOTSTRAP_EMAIL: 'admin@example.com',
  BOOTSTRAP_PASSWORD: 'a long password',
  BOOTSTRAP_TOKEN: `wh-${randomBytes(24).toString('base64url')}`,
  BOOTSTRAP_WORKSPACE: 'Reviews',
  SMTP_URL: 'smtps://reviews:secret@mail:465',
  JUDGE_API_KEY: 'secret',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=secret',
};

/** The keys of an installation's Secret. */
export const SECRET_KEYS: readonly string[] = Object.keys(VALUES);

/**
 * The value of a key in an installation's Secret. If the Secret has a key with another name, the value for the
 * variable.
 */
export function secretValue(key: string, variable: string): string {
  const value = VALUES[key] ?? VALUES[variable];
  if (value === undefined) throw new Error(`No Secret has ${key} for ${variable}`);
  return value;
}
