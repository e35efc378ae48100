import { WebhookVerificationError } from './errors.ts';
import { isObject } from './http.ts';
import type { DecisionStatus, JsonObject, Output } from './types.ts';

/** The body of requests to callback URLs and subscriptions. */
export interface WebhookEvent {
  readonly type: string;
  /** When the event happened. */
  readonly timestamp: string;
  readonly event:
    | 'flagged'
    | 'pass'
    | 'error'
    | 'approved'
    | 'rejected'
    | 'changed'
    | 'handled'
    | 'taught'
    | 'escalated'
    | 'deleted'
    | 'test';
  readonly workspaceId: string;
  /** Null in a test event. After a deletion only the IDs are left. */
  readonly id: string | null;
  readonly logId: string | null;
  readonly projectName: string | null;
  readonly taskName: string | null;
  readonly status: Output['status'] | null;
  readonly verdict: Output['verdict'];
  readonly confidenceScore: number | null;
  readonly explanation: string | null;
  readonly decision: DecisionStatus['humanDecision'];
  readonly humanDecision: DecisionStatus['humanDecision'];
  readonly decisionSource: Output['decisionSource'];
  readonly comment: string | null;
  readonly correctedOutput: string | null;
  /** The output of the AI. */
  readonly aiOutput: string | null;
  /** The text to use: the corrected version if there is one. */
  readonly output: string | null;
  readonly input: string | null;
  /** The action to run: the corrected version if there is one. */
  readonly action: Output['action'];
  /** The action that the AI proposed. */
  readonly aiAction: Output['action'];
  readonly correctedAction: DecisionStatus['correctedAction'];
  /** IDs of the workspace's reasons that the decision gave. */
  readonly reasonIds: readonly string[];
  readonly requireApproval: boolean | null;
  readonly flagReason: string | null;
  readonly metadata: JsonObject;
  readonly tags: readonly string[];
  readonly sessionId: string | null;
  readonly subjectId: string | null;
  readonly actorId: string | null;
  readonly model: string | null;
  readonly instructionsVersion: number | null;
  readonly revisionOf: string | null;
  /** Present for an output that needs several approvals. */
  readonly approvals: DecisionStatus['approvals'];
  readonly attachments: Output['attachments'];
  readonly decidedAt: string | null;
  readonly decidedBy: string | null;
}

export interface ReceivedWebhook {
  /** The body as received: text or bytes, never parsed and serialized again. */
  readonly body: string | Uint8Array;
  /** The request headers, in the format of `fetch` or Node. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** `whsec_…`; several while a secret is being rotated. */
  readonly secret: string | readonly string[];
  /** The maximum difference between its timestamp and now; five minutes by default. */
  readonly toleranceSeconds?: number;
  /** Overrides the system time. */
  readonly now?: Date;
}

const TOLERANCE_SECONDS = 300;
const PREFIX = 'whsec_';
const SIGNATURES_MAX = 20;
const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const;
const UTF_8 = new TextEncoder();
// The name of this type differs between browsers and Node.
type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/**
 * Verifies that a webhook is from the service, unchanged and recent, as Standard Webhooks 1.0 specifies.
 *
 * @returns the event. Deliveries may be repeated: store the `webhook-id` of those that you have handled.
 * @throws WebhookVerificationError; TypeError if a secret is invalid.
 */
export async function verifyWebhook(webhook: ReceivedWebhook): Promise<WebhookEvent> {
  const { headers, secret, toleranceSeconds = TOLERANCE_SECONDS, now = new Date() } = webhook;
  const keys = await Promise.all([secret].flat().map(importSecret));
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signature) {
    throw new WebhookVerificationError(
      '`webhook-id`, `webhook-timestamp` or `webhook-signature` is missing.',
    );
  }
  checkAge(timestamp, { toleranceSeconds, now });
  const body = typeof webhook.body === 'string' ? UTF_8.encode(webhook.body) : webhook.body;
  const signed = concat(UTF_8.encode(`${id}.${timestamp}.`), body);
  if (!(await isSigned(signed, signature, keys))) {
    throw new WebhookVerificationError(
      'No signature matches: the secret is wrong or the body was changed.',
    );
  }
  return readEvent(body);
}

async function importSecret(secret: string): Promise<HmacKey> {
  const bytes = secret.startsWith(PREFIX) ? fromBase64(secret.slice(PREFIX.length)) : null;
  if (bytes === null || bytes.length === 0) {
    throw new TypeError('A webhook secret must be `whsec_` followed by base64.');
  }
  return crypto.subtle.importKey('raw', bytes, HMAC, false, ['verify']);
}

function headerOf(headers: ReceivedWebhook['headers'], name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : (found?.join(' ') ?? null);
}

function checkAge(
  timestamp: string,
  { toleranceSeconds, now }: { readonly toleranceSeconds: number; readonly now: Date },
): void {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError('`webhook-timestamp` is not a time in seconds.');
  }
  const age = now.getTime() / 1_000 - Number(timestamp);
  // Written so that a NaN tolerance or time fails the check.
  if (Math.abs(age) <= toleranceSeconds) return;
  throw new WebhookVerificationError(`It is too ${age > 0 ? 'old' : 'far in the future'}.`);
}

async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  header: string,
  keys: readonly HmacKey[],
): Promise<boolean> {
  const signatures = header
    .split(' ')
    .slice(0, SIGNATURES_MAX)
    .flatMap((each) => (each.startsWith('v1,') ? [fromBase64(each.slice('v1,'.length))] : []));
  for (const signature of signatures) {
    for (const key of keys) {
      if (signature && (await crypto.subtle.verify(HMAC, key, signature, signed))) return true;
    }
  }
  return false;
}

function readEvent(body: Uint8Array): WebhookEvent {
  let event: unknown;
  try {
    event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    throw new WebhookVerificationError('The body is not JSON.', error);
  }
  if (!isObject(event) || typeof event['event'] !== 'string') {
    throw new WebhookVerificationError('The body is not an event.');
  }
  return event as JsonObject & WebhookEvent;
}

/** Null if it is not base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function concat(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
