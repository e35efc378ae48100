import { composeMessage } from './channels.pure.ts';
import { composeDigest } from './digest.pure.ts';
import { postJson, type PostOptions } from './post-json.ts';
import type { Sink } from './sink.ts';
import { digestToSlack, toSlack } from './slack-text.pure.ts';

interface Options extends PostOptions {
  readonly publicUrl: () => string;
}

/** Sends to a Slack incoming webhook. */
export function makeSlackSink({ publicUrl, ...options }: Options): Sink {
  return ({ target: { url }, body, digest, sentAt }, signal) => {
    if (url === null) throw new Error('A Slack channel without a URL');
    const message = digest
      ? digestToSlack(composeDigest(digest, publicUrl()))
      : toSlack(composeMessage(body, publicUrl()));
    return postJson({ url, json: JSON.stringify(message), sentAt }, options, signal);
  };
}
