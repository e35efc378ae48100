import { randomBytes } from 'node:crypto';

import { expect, test } from '@jest/globals';
import { makeEncryptor, systemClock } from '@output-review/runtime';
import { Pool } from 'pg';

import { makeSecretsCheck } from '../../src/service/check-secrets.ts';

test('a database that is away is left to its own check, and no secret is reported', async () => {
  const away = new Pool({ host: '127.0.0.1', port: 1 });
  const encryptor = makeEncryptor(randomBytes(32).toString('base64'));
  const keys = { what: 'keys', table: 'judges', key: ['a', 'b'] as const, column: 'sealed_key' };

  const check = makeSecretsCheck({ db: away, clock: systemClock, encryptor }, [keys]);

  await expect(check()).resolves.toBeUndefined();
  await away.end();
});
