import { createHmac } from 'node:crypto';

import { postJson, type PostOptions } from './post-json.ts';
import type { Sink } from './sink.ts';

const SECOND_MS = 1_000;

/** Sends to webhooks, subscriptions and callback URLs. Each attempt has a new signature. */
export function makeWebhookSink(options: PostOptions): Sink {
  return ({ id, target, body, sentAt }, signal) => {
    const { url, secrets } = target;
    if (url === null) throw new Error('A webhook without a URL');
    const json = JSON.stringify(body);
    const timestamp = Math.floor(sentAt.getTime() / SECOND_MS);
    const headers = signatureHeaders({ id, timestamp, body: json }, secrets);
    return postJson({ url, headers, json, sentAt }, options, signal);
  };
}

const SECRET_PREFIX = 'whsec_';

interface SignedMessage {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * The headers of a signed webhook. There is one signature per secret, so that a receiver that still has the previous
 * secret accepts it too. Source: Standard Webhooks 1.0.
 *
 * @param secrets `whsec_` and base64.
 */
function signatureHeaders(
  { id, timestamp, body }: SignedMessage,
  secrets: readonly string[],
): Record<string, string> {
  const signed = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
