import { randomBytes } from 'node:crypto';

import { SERVICES } from '@output-review/contracts';
import { generateAssertionKeys } from '@output-review/runtime';

/** The variables of docker-compose.yml without a default, and the operator's key, by name. */
type Secrets = Readonly<Record<string, string>>;

/** Generates everything that an operator would have to provide. */
export function generateSecrets(): Secrets {
  const gateway = generateAssertionKeys();
  const operator = generateAssertionKeys();
  const databases = SERVICES.map(
    (service) => [`${service.toUpperCase()}_DATABASE_PASSWORD`, makePassword()] as const,
  );
  return {
    BOOTSTRAP_EMAIL: 'admin@example.com',
    BOOTSTRAP_PASSWORD: randomBytes(12).toString('base64url'),
    // 256 bits after the prefix of the gateway's tokens.
    BOOTSTRAP_TOKEN: `wh-${randomBytes(32).toString('base64url')}`,
    ASSERTION_PRIVATE_KEY: gateway.privateKey,
    ASSERTION_PUBLIC_KEY: gateway.publicKey,
    // For the operator's commands: only the `operator` container gets the private key.
    OPERATOR_PRIVATE_KEY: operator.privateKey,
    OPERATOR_PUBLIC_KEY: operator.publicKey,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    AUDIT_KEY: randomBytes(32).toString('base64'),
    POSTGRES_PASSWORD: makePassword(),
    ...Object.fromEntries(databases),
    REDIS_PASSWORD: makePassword(),
    OBJECT_STORE_SECRET_KEY: makePassword(),
    ...generateAccounts(),
  };
}

/** The passwords that an `.env` of v0.2.0 or earlier lacks, because its servers had one user or none. */
export function generateAccounts(): Secrets {
  const kafka = SERVICES.map(
    (service) => [`${service.toUpperCase()}_KAFKA_PASSWORD`, makePassword()] as const,
  );
  return {
    KAFKA_ADMIN_PASSWORD: makePassword(),
    ...Object.fromEntries(kafka),
    MEDIA_OBJECT_STORE_SECRET_KEY: makePassword(),
  };
}

// Only characters that need no escaping in a URL.
const makePassword = (): string => randomBytes(24).toString('base64url');
