import type { ChannelMessage } from './channels.pure.ts';
import { type DigestMessage, timeOf } from './digest.pure.ts';

/** The message as Slack takes it: nothing in it is read as formatting, mention or link. */
export function toSlack({ title, facts, why, link }: ChannelMessage) {
  const parts = [
    `*${escapeForSlack(title)}*`,
    ...(why === null ? [] : [escapeForSlack(why)]),
    ...facts.map(({ label, text }) => `*${label}:* ${escapeForSlack(text)}`),
    ...(link === null ? [] : [linkTo(link, 'Open output')]),
  ];
  return messageOf(title, parts);
}

/** A digest as Slack takes it: a part stays below the 3,000 characters, and all of them below the 50 parts. */
export function digestToSlack({
  title,
  projects,
  moreProjects,
  mostUrgent,
  queueLink,
}: DigestMessage) {
  const lines = projects.map(({ text }) => escapeForSlack(text));
  const more = moreProjects === null ? [] : [escapeForSlack(moreProjects)];
  return messageOf(title, [
    `*${escapeForSlack(title)}*`,
    [...lines, ...more].join('\n'),
    ...mostUrgent.map(
      ({ text, link, when, at }, n) =>
        `${n + 1}. ${linkTo(link ?? queueLink, text)}: ${escapeForSlack(when)} ${momentOf(at)}`,
    ),
    linkTo(queueLink, 'Open the queue'),
  ]);
}

function messageOf(title: string, parts: readonly string[]) {
  return {
    // Shown where blocks are not: in notifications.
    text: escapeForSlack(title),
    blocks: parts.map(sectionOf),
    ...{ link_names: false, unfurl_links: false, unfurl_media: false },
  };
}

const linkTo = (link: string, text: string): string =>
  `<${escapeForSlack(link)}|${escapeForSlack(text)}>`;

/** Where it is read, in the time of whoever reads it. Source: Slack, "Date formatting". */
const momentOf = (at: Date): string =>
  `<!date^${Math.floor(at.getTime() / 1_000)}^{date_short_pretty} {time}|${timeOf(at)}>`;

/** Source: Slack, "Formatting message text". Mentions such as `<!channel>` begin with one of these. */
export function escapeForSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A part of a message; taken as it stands: names and addresses in it become neither mentions nor links. */
export const sectionOf = (text: string) => ({
  type: 'section' as const,
  text: { type: 'mrkdwn' as const, text: bounded(text), verbatim: true },
});

/** Source: Slack, "Section block". A message with a longer one is refused. */
const SECTION_LENGTH_MAX = 3_000;

/** Cuts between characters, as Slack reads them: an escaped one has several. */
function bounded(text: string): string {
  if (text.length <= SECTION_LENGTH_MAX) return text;
  const cut = text.slice(0, SECTION_LENGTH_MAX - 1);
  return `${cut.replace(/(?:&[a-z]{0,3}|[\uD800-\uDBFF])$/, '')}…`;
}
