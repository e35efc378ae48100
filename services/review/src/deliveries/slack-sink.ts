import type { EgressGuard } from '@output-review/runtime';

import { composeMessage } from './channels.pure.ts';
import { composeDigest } from './digest.pure.ts';
import { ATTEMPT_MS_MAX, postJson } from './post-json.ts';
import type { Sink } from './sink.ts';
import { digestToSlack, toSlack } from './slack-text.pure.ts';

export interface SlackSinkOptions {
  readonly egress: Pick<EgressGuard, 'fetch'>;
  readonly publicUrl: () => string;
  /** Timeout of an attempt, 15 s by default. */
  readonly timeoutMs?: number | undefined;
}

/** Sends to a Slack incoming webhook. */
export function makeSlackSink(options: SlackSinkOptions): Sink {
  const { egress, publicUrl, timeoutMs = ATTEMPT_MS_MAX } = options;
  return ({ target: { url }, body, digest, sentAt }, signal) => {
    if (url === null) throw new Error('A Slack channel without a URL');
    const message = digest
      ? digestToSlack(composeDigest(digest, publicUrl()))
      : toSlack(composeMessage(body, publicUrl()));
    return postJson({ url, json: JSON.stringify(message), sentAt }, { egress, timeoutMs }, signal);
  };
}
