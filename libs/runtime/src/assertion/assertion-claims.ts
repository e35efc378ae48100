/** What the issuer writes and the verifier asks for. */
export const ASSERTION = {
  algorithm: 'EdDSA',
  issuer: 'output-review/gateway',
  audience: 'output-review/services',
  /** The claim that carries the principal. */
  principal: 'principal',
  /** Long enough for one call with its retries; a leaked one is soon worth nothing. */
  lifetimeMs: 60_000,
  /** How far the clocks of two machines may be apart. */
  clockToleranceMs: 5_000,
} as const;
