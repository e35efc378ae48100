import { generateKeyPairSync, randomBytes } from 'node:crypto';

import { expect, test } from '@jest/globals';

import { mailGroup } from './access-fields.ts';
import { databaseGroup, tracesGroup } from './process-groups.ts';
import { type ConfigGroup, type Environment, readGroups } from './read-config.ts';
import { assertionPublicKeyGroup, encryptionGroup } from './secret-fields.ts';

const rsaKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
const der = (key: typeof rsaKey): string =>
  key.export({ format: 'der', type: 'spki' }).toString('base64');
const SMTP_URL = 'smtp://mail.example.com';

test.each<[string, ConfigGroup<unknown>, Environment]>([
  ['the database is missing', databaseGroup, { DATABASE_URL: 'postgres://role:x@db/' }],
  ['SMTP_URL must be set', mailGroup, { MAIL_FROM: 'ada@example.com' }],
  ['MAIL_FROM must be set', mailGroup, { SMTP_URL }],
  [
    'MAIL_FROM must be an email address',
    mailGroup,
    { SMTP_URL, MAIL_FROM: 'Ada\r\nBcc: all <ada@example.com>' },
  ],
  [
    'ENCRYPTION_KEY must be 32 bytes',
    encryptionGroup,
    { ENCRYPTION_KEY: randomBytes(35).toString('base64') },
  ],
  ['must be an Ed25519 public key', assertionPublicKeyGroup, { ASSERTION_PUBLIC_KEY: der(rsaKey) }],
  [
    'OTEL_TRACES_SAMPLE_RATIO must be from 0 to 1',
    tracesGroup,
    { OTEL_TRACES_SAMPLE_RATIO: '1.5' },
  ],
])('a configuration is refused: %s', (fault, group, env) => {
  expect(() => readGroups(env, { group })).toThrow(fault);
});
