import 'reflect-metadata';

import { randomBytes, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';

import * as x509 from '@peculiar/x509';

/** A certificate and its key, both as PEM. */
export interface Certificate {
  readonly certificate: string;
  /** PKCS #8. */
  readonly key: string;
}

const DAY_MS = 24 * 60 * 60 * 1_000;
const AUTHORITY_DAYS = 3_650;
const SERVER_DAYS = 365;
// Tolerates clock differences.
const EARLY_MS = DAY_MS;

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** Creates a CA that can sign server certificates, but no other CA. */
export async function makeAuthority(name: string): Promise<Certificate> {
  const keys = await makeKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    ...termOf(AUTHORITY_DAYS),
    name: `CN=${name}`,
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: certificate.toString('pem'), key: await exportKey(keys.privateKey) };
}

/** Signs the certificate of a server for the given names and addresses. */
export async function issueCertificate(
  authority: Certificate,
  { name, hosts }: { readonly name: string; readonly hosts: readonly string[] },
): Promise<Certificate> {
  const keys = await makeKeys();
  const issuer = new x509.X509Certificate(authority.certificate);
  const names = hosts.map((value) => ({ type: isIP(value) ? 'ip' : 'dns', value }) as const);
  const certificate = await x509.X509CertificateGenerator.create({
    ...termOf(SERVER_DAYS),
    subject: `CN=${name}`,
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey: await importKey(authority.key),
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(false),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      // Kafka nodes are also clients of each other.
      new x509.ExtendedKeyUsageExtension([
        x509.ExtendedKeyUsage.serverAuth,
        x509.ExtendedKeyUsage.clientAuth,
      ]),
      new x509.SubjectAlternativeNameExtension(names),
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
    ],
  });
  return { certificate: certificate.toString('pem'), key: await exportKey(keys.privateKey) };
}

function termOf(days: number) {
  const now = Date.now();
  return {
    // Must be positive and not zero.
    serialNumber: `01${randomBytes(15).toString('hex')}`,
    notBefore: new Date(now - EARLY_MS),
    notAfter: new Date(now + days * DAY_MS),
  };
}

const makeKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

async function exportKey(key: webcrypto.CryptoKey): Promise<string> {
  return x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}

function importKey(pem: string): Promise<webcrypto.CryptoKey> {
  const [key] = x509.PemConverter.decode(pem);
  if (key === undefined) throw new Error('The key of the CA is not in PEM.');
  return webcrypto.subtle.importKey('pkcs8', key, ALGORITHM, false, ['sign']);
}
