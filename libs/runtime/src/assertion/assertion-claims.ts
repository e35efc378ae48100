import type { Operation, Principal, ServiceName } from '@output-review/contracts';

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
