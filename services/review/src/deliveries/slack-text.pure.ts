import type { ChannelMessage } from './channels.pure.ts';

/** The message as Slack takes it: nothing in it is read as formatting, mention or link. */
export function toSlack({ title, facts, why, link }: ChannelMessage) {
  const parts = [
    `*${escapeForSlack(title)}*`,
    ...(why === null ? [] : [escapeForSlack(why)]),
    ...facts.map(({ label, text }) => `*${label}:* ${escapeForSlack(text)}`),
    ...(link === null ? [] : [`<${escapeForSlack(link)}|Open output>`]),
  ];
  return {
    // Shown where blocks are not: in notifications.
    text: escapeForSlack(title),
    blocks: parts.map(sectionOf),
    ...{ link_names: false, unfurl_links: false, unfurl_media: false },
  };
}

/** Source: Slack, "Formatting message text". Mentions such as `<!channel>` begin with one of these. */
export function escapeForSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A part of a message; taken as it stands: names and addresses in it become neither mentions nor links. */
export const sectionOf = (text: string) => ({
  type: 'section' as const,
  text: { type: 'mrkdwn' as const, text, verbatim: true },
});
