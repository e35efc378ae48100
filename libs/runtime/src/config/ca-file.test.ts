import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';

import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { caFileGroup, withCaFile } from './ca-file.ts';
import { databaseGroup, kafkaGroup } from './process-groups.ts';
import { readGroups } from './read-config.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'output-review-ca-'));
  file = join(folder, 'ca.pem');
  await writeFile(file, rootCertificates.slice(0, 2).join('\n'));
});

afterEach(() => rm(folder, { recursive: true }));

const GROUPS = { caFile: caFileGroup, database: databaseGroup, kafka: kafkaGroup };
const DATABASE_URL = 'postgres://role:x@db:5432/outputs?sslmode=verify-full';
const read = (env: Record<string, string>) =>
  readGroups({ DATABASE_URL, KAFKA_BROKERS: 'k:9092', KAFKA_TLS: 'true', ...env }, GROUPS);

test('TLS_CA_FILE applies to all servers', () => {
  expect(read({ TLS_CA_FILE: file })).toEqual({
    caFile: file,
    database: `${DATABASE_URL}&sslrootcert=${encodeURIComponent(file)}`,
    kafka: { brokers: ['k:9092'], tls: { caFile: file }, sasl: null },
  });
});

test('without TLS_CA_FILE, servers are verified against the CAs that Node trusts', () => {
  expect(read({})).toMatchObject({ database: DATABASE_URL, kafka: { tls: { caFile: null } } });
});

test('leaves a database URL without TLS, or with its own CA file, unchanged', () => {
  const plain = 'postgres://role:x@db:5432/outputs';
  expect(withCaFile(plain, file)).toBe(plain);
  expect(withCaFile(`${plain}?sslmode=disable`, file)).toBe(`${plain}?sslmode=disable`);
  expect(withCaFile(`${DATABASE_URL}&sslrootcert=/own`, file)).toContain('sslrootcert=/own');
});

// Of a server, and valid for a hundred years.
const SERVER_CERTIFICATE = `
-----BEGIN CERTIFICATE-----
MIIBbDCCARKgAwIBAgIUdgqZpSkAwbUR/vuDMKkbgCJZVRswCgYIKoZIzj0EAwIw
DDEKMAgGA1UEAwwBYTAgFw0yNjExMzAxMTA5MDRaGA8yMTI2MTEwNjExMDkwNFow
DDEKMAgGA1UEAwwBYTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABBukS60lK3Vo
dwkqIHnNamtjyLLgaZB9mZI5yTk4EmZz1oeu5RTb2FWFowx/SETHTprqM5/LOZX2
DUATX5jO99ujUDBOMB0GA1UdDgQWBBTHxCnZmv4FejXr4/LE3cCnMzagJjAfBgNV
HSMEGDAWgBTHxCnZmv4FejXr4/LE3cCnMzagJjAMBgNVHRMBAf8EAjAAMAoGCCqG
SM49BAMCA0gAMEUCIQCRZTi+ikFgdqMVK21+FC48zKaNepEdV2OzmHhBbyNOvwIg
NwdzDSYGz1MhfWt0n1D6CpwRI+C2WIZUkhUq9MEzyqA=
-----END CERTIFICATE-----
`;

test('reports a missing file, or one without the certificate of a CA, once', async () => {
  const absent = join(folder, 'absent.pem');
  const start = 'Invalid configuration:\n- TLS_CA_FILE ';
  expect(() => read({ TLS_CA_FILE: absent })).toThrow(
    new Error(`${start}names a file that does not exist`),
  );
  await writeFile(file, 'a key, perhaps');
  expect(() => read({ TLS_CA_FILE: file })).toThrow(
    new Error(`${start}must name a file of certificates in PEM`),
  );
  await writeFile(file, SERVER_CERTIFICATE);
  expect(() => read({ TLS_CA_FILE: file })).toThrow(
    new Error(`${start}names a file whose certificate is not that of a CA`),
  );
  expect(() => read({ DATABASE_URL: `${DATABASE_URL}&sslrootcert=${absent}` })).toThrow(
    '- DATABASE_URL has an sslrootcert that names a file that does not exist',
  );
});
