import { generateKeyPairSync } from 'node:crypto';

import {
  type Operation,
  type Principal,
  ROLES,
  SCOPES,
  type ServiceName,
  SERVICES,
} from '@output-review/contracts';

/** The format that issuers write and the verifier requires. */
export const ASSERTION = {
  algorithm: 'EdDSA',
  /** The claim that carries the principal. */
  principal: 'principal',
  /** Long enough for one call with retries. A leaked assertion soon expires. */
  lifetimeMs: 60_000,
  /** The tolerated clock difference between two machines. */
  clockToleranceMs: 5_000,
} as const;

/** The signer: the gateway for callers and for itself, the operator's commands for the operator. */
export type Signer = 'gateway' | 'operator';

export const issuerOf = (signer: Signer): string => `output-review/${signer}`;

/** Only the operator's key signs for the operator, and it signs for no one else. */
export const signerFor = ({ kind }: Principal): Signer =>
  kind === 'operator' ? 'operator' : 'gateway';

/** The audience of an assertion: one operation of one service. */
export const audienceOf = (service: ServiceName, { id }: Pick<Operation, 'id'>): string =>
  `${service}/${id}`;

export interface AssertionKeys {
  /** PKCS #8, DER, base64: a single line, for an environment variable. */
  readonly privateKey: string;
  /** SPKI, DER, base64. */
  readonly publicKey: string;
}

/** Generates an Ed25519 key pair, for the embedded service and for tests. */
export function generateAssertionKeys(): AssertionKeys {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  };
}

/** Parses the principal from the claims of an assertion. Returns null if it is invalid. */
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
