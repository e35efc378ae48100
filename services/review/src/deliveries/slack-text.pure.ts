import type { ChannelMessage } from './channels.pure.ts';
import { type DigestMessage, timeOf } from './digest.pure.ts';

/** The message as Slack takes it: words of others are plain, so that nothing in them is formatting, mention or link. */
export function toSlack({ title, facts, why, link }: ChannelMessage) {
  return messageOf(title, [
    ...(why === null ? [] : [plainSectionOf(why)]),
    // A label has a part of its own, which no text can forge.
    ...facts.flatMap(({ label, text }) => [sectionOf(`*${label}*`), plainSectionOf(text)]),
    ...(link === null ? [] : [sectionOf(linkTo(link, 'Open output'))]),
  ]);
}

/** A digest as Slack takes it: a part stays below the 3,000 characters, and all of them below the 50 parts. */
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
    // Shown where blocks are not: in notifications.
    text: escapeForSlack(title),
    blocks: [{ type: 'header' as const, text: plainOf(title, TITLE_LENGTH_MAX) }, ...parts],
    ...{ link_names: false, unfurl_links: false, unfurl_media: false },
  };
}

export const linkTo = (link: string, text: string): string =>
  `<${escapeForSlack(link)}|${escapeForSlack(text)}>`;

/** Where it is read, in the time of whoever reads it. Source: Slack, "Date formatting". */
const momentOf = (at: Date): string =>
  `<!date^${Math.floor(at.getTime() / 1_000)}^{date_short_pretty} {time}|${timeOf(at)}>`;

/** Source: Slack, "Formatting message text". Mentions such as `<!channel>` begin with one of these. */
function escapeForSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A part of a message in our words alone: it is formatted, and has links. */
export const sectionOf = (text: string) => ({ type: 'section' as const, text: formatted(text) });

const formatted = (text: string) => ({ type: 'mrkdwn' as const, text, verbatim: true });

/** A part of a message that has words of others, which are shown as they are. */
export const plainSectionOf = (text: string) => ({
  type: 'section' as const,
  text: plainOf(text),
});

// Source: Slack, "Header block", "Section block". A message with a longer one is refused.
const TITLE_LENGTH_MAX = 150;
const SECTION_LENGTH_MAX = 3_000;

/** Cuts between characters. */
const plainOf = (text: string, lengthMax = SECTION_LENGTH_MAX) => ({
  type: 'plain_text' as const,
  text:
    text.length <= lengthMax
      ? text
      : `${text.slice(0, lengthMax - 1).replace(/[\uD800-\uDBFF]$/, '')}…`,
  emoji: false,
});
