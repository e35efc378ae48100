import type { EgressGuard } from '@output-review/runtime';

import type { Sink } from '../../use-cases/deliveries/sink.ts';
import { ATTEMPT_MS_MAX, postJson } from './post-json.ts';
import { signatureHeaders } from './webhook-signature.ts';

export interface WebhookSinkOptions {
  readonly egress: Pick<EgressGuard, 'fetch'>;
  /** How long an attempt may take; 15 s by default. */
  readonly timeoutMs?: number;
}

const SECOND_MS = 1_000;

/** Sends to webhooks, subscriptions and callback URLs, signed anew for each attempt. */
export function makeWebhookSink({ egress, timeoutMs = ATTEMPT_MS_MAX }: WebhookSinkOptions): Sink {
  return ({ id, target, body, sentAt }, signal) => {
    const { url, secrets } = target;
    if (url === null) throw new Error('A webhook without a URL');
    const json = JSON.stringify(body);
    const timestamp = Math.floor(sentAt.getTime() / SECOND_MS);
    const headers = signatureHeaders({ id, timestamp, body: json }, secrets);
    return postJson({ url, headers, json, sentAt }, { egress, timeoutMs }, signal);
  };
}
