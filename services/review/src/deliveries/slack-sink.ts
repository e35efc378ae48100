import type { EgressGuard } from '@output-review/runtime';

import { type ChannelMessage, composeMessage } from './channels.pure.ts';
import { ATTEMPT_MS_MAX, postJson } from './post-json.ts';
import type { Sink } from './sink.ts';

export interface SlackSinkOptions {
  readonly egress: Pick<EgressGuard, 'fetch'>;
  readonly publicUrl: () => string;
  /** How long an attempt may take; 15 s by default. */
  readonly timeoutMs?: number;
}

/** Writes to an incoming webhook of Slack. */
export function makeSlackSink(options: SlackSinkOptions): Sink {
  const { egress, publicUrl, timeoutMs = ATTEMPT_MS_MAX } = options;
  return ({ target: { url }, body, sentAt }, signal) => {
    if (url === null) throw new Error('A Slack channel without a URL');
    const json = JSON.stringify(toSlack(composeMessage(body, publicUrl())));
    return postJson({ url, json, sentAt }, { egress, timeoutMs }, signal);
  };
}

/** The message as Slack takes it: nothing in it is read as formatting, mention or link. */
export function toSlack({ title, facts, why, link }: ChannelMessage) {
  const parts = [
    `*${escape(title)}*`,
    ...(why === null ? [] : [escape(why)]),
    ...facts.map(({ label, text }) => `*${label}:* ${escape(text)}`),
    ...(link === null ? [] : [`<${escape(link)}|Open output>`]),
  ];
  return {
    // Shown where blocks are not: in notifications.
    text: escape(title),
    blocks: parts.map((text) => ({
      type: 'section',
      // Taken as it stands: names and addresses in it become neither mentions nor links.
      text: { type: 'mrkdwn', text, verbatim: true },
    })),
    ...{ link_names: false, unfurl_links: false, unfurl_media: false },
  };
}

/** Source: Slack, "Formatting message text". Mentions such as `<!channel>` begin with one of these. */
function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
