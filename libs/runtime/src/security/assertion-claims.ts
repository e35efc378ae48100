import { generateKeyPairSync } from 'node:crypto';

import {
  type Operation,
  type Principal,
  ROLES,
  SCOPES,
  type ServiceName,
  SERVICES,
} from '@output-review/contracts';

/** What issuers write and the verifier asks for. */
export const ASSERTION = {
  algorithm: 'EdDSA',
  /** The claim that carries the principal. */
  principal: 'principal',
  /** Long enough for one call with its retries; a leaked one is soon worth nothing. */
  lifetimeMs: 60_000,
  /** How far the clocks of two machines may be apart. */
  clockToleranceMs: 5_000,
} as const;

/** Who signs: the gateway for callers and for itself, the operator's commands for the operator. */
export type Signer = 'gateway' | 'operator';

export const issuerOf = (signer: Signer): string => `output-review/${signer}`;

/** Nobody but the operator signs in the operator's name, and the operator in no other. */
export const signerFor = ({ kind }: Principal): Signer =>
  kind === 'operator' ? 'operator' : 'gateway';

/** One operation of one service: an assertion is good where it is named, and nowhere else. */
export const audienceOf = (service: ServiceName, { id }: Pick<Operation, 'id'>): string =>
  `${service}/${id}`;

/**
 * The one audience that there was before there was one for each operation. Written for services of the
 * release before, so that the gateway can be upgraded first; nobody of this release takes it.
 */
export const FORMER_AUDIENCE = 'output-review/services';

export interface AssertionKeys {
  /** PKCS #8, DER, base64: one line, for an environment variable. */
  readonly privateKey: string;
  /** SPKI, DER, base64. */
  readonly publicKey: string;
}

/** Makes a pair of Ed25519 keys, for the embedded service and for tests. */
export function generateAssertionKeys(): AssertionKeys {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  };
}

/** Reads a principal out of the claims of an assertion; null where it is none. */
export function parsePrincipal(value: unknown): Principal | null {
  if (typeof value !== 'object' || value === null) return null;
  const claim = value as Record<string, unknown>;
  switch (claim['kind']) {
    case 'user':
      return parseUser(claim);
    case 'token':
      return parseToken(claim);
    case 'service':
      return parseService(claim);
    case 'operator':
      return { kind: 'operator' };
    default:
      return null;
  }
}

function parseUser({ workspaceId, userId, email, role }: Record<string, unknown>) {
  const known = ROLES.find((each) => each === role);
  if (!known || !isText(workspaceId) || !isText(userId) || !isText(email)) return null;
  return { kind: 'user', workspaceId, userId, email, role: known } as const;
}

function parseToken({ workspaceId, tokenId, name, scopes }: Record<string, unknown>) {
  if (!isText(workspaceId) || !isText(tokenId) || !Array.isArray(scopes)) return null;
  if (name !== null && !isText(name)) return null;
  const known = SCOPES.filter((scope) => scopes.includes(scope));
  return { kind: 'token', workspaceId, tokenId, name, scopes: known } as const;
}

function parseService({ service }: Record<string, unknown>) {
  const known = SERVICES.find((each) => each === service);
  return known ? ({ kind: 'service', service: known } as const) : null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
