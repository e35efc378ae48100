import { SERVICES } from '@output-review/contracts';
import { generateAssertionKeys, newKey, newPassword, newSignIn } from '@output-review/runtime';

/** The variables of docker-compose.yml without a default, and the operator's key, by name. */
type Secrets = Readonly<Record<string, string>>;

/** Generates everything that an operator would have to provide. */
export function generateSecrets(): Secrets {
  const signIn = newSignIn();
  const gateway = generateAssertionKeys();
  const operator = generateAssertionKeys();
  const databases = SERVICES.map(
    (service) => [`${service.toUpperCase()}_DATABASE_PASSWORD`, newPassword()] as const,
  );
  return {
    BOOTSTRAP_EMAIL: signIn.email,
    BOOTSTRAP_PASSWORD: signIn.password,
    BOOTSTRAP_TOKEN: signIn.token,
    ASSERTION_PRIVATE_KEY: gateway.privateKey,
    ASSERTION_PUBLIC_KEY: gateway.publicKey,
    // For the operator's commands: only the `operator` container gets the private key.
    OPERATOR_PRIVATE_KEY: operator.privateKey,
    OPERATOR_PUBLIC_KEY: operator.publicKey,
    ENCRYPTION_KEY: newKey(),
    AUDIT_KEY: newKey(),
    POSTGRES_PASSWORD: newPassword(),
    ...Object.fromEntries(databases),
    REDIS_PASSWORD: newPassword(),
    OBJECT_STORE_SECRET_KEY: newPassword(),
    ...generateAccounts(),
  };
}

/** The passwords that an `.env` of v0.2.0 or earlier lacks, because its servers had one user or none. */
export function generateAccounts(): Secrets {
  const kafka = SERVICES.map(
    (service) => [`${service.toUpperCase()}_KAFKA_PASSWORD`, newPassword()] as const,
  );
  return {
    KAFKA_ADMIN_PASSWORD: newPassword(),
    ...Object.fromEntries(kafka),
    MEDIA_OBJECT_STORE_SECRET_KEY: newPassword(),
  };
}
