import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';

import { SERVICES } from '@output-review/contracts';
import { expect, test } from '@jest/globals';

import { openStack } from '../src/places/stack-place.ts';
import { KEYS } from './test-archive.ts';

test('verifies the databases of a stack against the CAs of TLS_CA_FILE', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'output-review-ca-'));
  const file = join(dir, 'ca.pem');
  await writeFile(file, rootCertificates[0] ?? '');
  const urlOf = (service: string) => `postgres://${service}:x@db:5432/outputs?sslmode=verify-full`;
  const urls = SERVICES.map(
    (service) => [`${service.toUpperCase()}_DATABASE_URL`, urlOf(service)] as const,
  );
  const place = openStack({
    ...Object.fromEntries(urls),
    TLS_CA_FILE: file,
    OBJECT_STORE_ENDPOINT: 'https://store:9000',
    OBJECT_STORE_BUCKET: 'bucket',
    OBJECT_STORE_ACCESS_KEY: 'a',
    OBJECT_STORE_SECRET_KEY: 's',
    ENCRYPTION_KEY: KEYS.encryptionKey,
    AUDIT_KEY: KEYS.auditKey,
  });
  try {
    for (const service of SERVICES) {
      const expected = `${urlOf(service)}&sslrootcert=${encodeURIComponent(file)}`;
      expect(place.databaseUrls[service]).toBe(expected);
    }
  } finally {
    await place.close();
    await rm(dir, { recursive: true });
  }
});
