import { createHmac, timingSafeEqual } from 'node:crypto';

/** A signed request from Slack. */
export interface SignedRequest {
  /** The raw body. */
  readonly text: string;
  /** The header X-Slack-Signature. */
  readonly signature: string;
  /** The header X-Slack-Request-Timestamp: seconds since 1970. */
  readonly timestamp: string;
}

const AGE_SECONDS_MAX = 300;
const SECOND_MS = 1_000;

/** Whether a request was signed within five minutes of a time. */
export function isFresh({ timestamp }: SignedRequest, now: Date): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  return Math.abs(now.getTime() / SECOND_MS - Number(timestamp)) <= AGE_SECONDS_MAX;
}

/** Whether the signature is well-formed. */
export function hasSignature({ signature }: Pick<SignedRequest, 'signature'>): boolean {
  return /^v0=[0-9a-f]{64}$/.test(signature);
}

/** Whether the secret signed the request. Source: Slack, "Verifying requests from Slack", version v0. */
export function isSignedBy(secret: string, { text, signature, timestamp }: SignedRequest): boolean {
  const digest = createHmac('sha256', secret).update(`v0:${timestamp}:${text}`).digest('hex');
  const expected = Buffer.from(`v0=${digest}`);
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
