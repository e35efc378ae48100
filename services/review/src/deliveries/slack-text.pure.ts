import type { ChannelMessage } from './channels.pure.ts';
import { type DigestMessage, timeOf } from './digest.pure.ts';

/** The message in Slack's format. Text of others is plain, so that it cannot contain formatting, mentions or links. */
export function toSlack({ title, facts, why, link }: ChannelMessage) {
  return messageOf(title, [
    ...(why === null ? [] : [plainSectionOf(why)]),
    // A label is a block of its own, which text cannot forge.
    ...facts.flatMap(({ label, text }) => [sectionOf(`*${label}*`), plainSectionOf(text)]),
    ...(link === null ? [] : [sectionOf(linkTo(link, 'Open output'))]),
  ]);
}

/** A digest in Slack's format: below 3,000 characters a block, and 50 blocks in all. */
export function digestToSlack({
  title,
  projects,
  moreProjects,
  mostUrgent,
  queueLink,
}: DigestMessage) {
  const lines = projects.map(({ text }) => text);
  const more = moreProjects === null ? [] : [moreProjects];
  return messageOf(title, [
    plainSectionOf([...lines, ...more].join('\n')),
    ...mostUrgent.map(({ text, link, when, at }, n) => ({
      type: 'section' as const,
      fields: [
        plainOf(`${n + 1}. ${text}`),
        formatted(`${linkTo(link ?? queueLink, 'Open output')}: ${when} ${momentOf(at)}`),
      ],
    })),
    sectionOf(linkTo(queueLink, 'Open the queue')),
  ]);
}

function messageOf<Part>(title: string, parts: readonly Part[]) {
  return {
    // The fallback where blocks are not shown, such as notifications.
    text: escapeForSlack(title),
    blocks: [{ type: 'header' as const, text: plainOf(title, TITLE_LENGTH_MAX) }, ...parts],
    ...{ link_names: false, unfurl_links: false, unfurl_media: false },
  };
}

export const linkTo = (link: string, text: string): string =>
  `<${escapeForSlack(link)}|${escapeForSlack(text)}>`;

/** In the time zone of the reader. Source: Slack, "Date formatting". */
const momentOf = (at: Date): string =>
  `<!date^${Math.floor(at.getTime() / 1_000)}^{date_short_pretty} {time}|${timeOf(at)}>`;

/** Source: Slack, "Formatting message text". Mentions such as `<!channel>` begin with one of these characters. */
function escapeForSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A block with only our own text: formatted, with links. */
export const sectionOf = (text: string) => ({ type: 'section' as const, text: formatted(text) });

const formatted = (text: string) => ({ type: 'mrkdwn' as const, text, verbatim: true });

/** A block with text of others, shown as is. */
export const plainSectionOf = (text: string) => ({
  type: 'section' as const,
  text: plainOf(text),
});

// Source: Slack, "Header block", "Section block". Slack refuses longer ones.
const TITLE_LENGTH_MAX = 150;
const SECTION_LENGTH_MAX = 3_000;

/** Truncates between characters. */
const plainOf = (text: string, lengthMax = SECTION_LENGTH_MAX) => ({
  type: 'plain_text' as const,
  text:
    text.length <= lengthMax
      ? text
      : `${text.slice(0, lengthMax - 1).replace(/[\uD800-\uDBFF]$/, '')}…`,
  emoji: false,
});
