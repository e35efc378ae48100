import type { ChannelMessage } from './channels.pure.ts';
import { type DigestLine, type DigestMessage, timeOf } from './digest.pure.ts';

/** An email as plain text, and as HTML with everything escaped. */
export interface MailTexts {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Quotes text of others, so that none of its lines looks like a label or link of ours. */
export function textsOf({ title, why, facts, link }: ChannelMessage): MailTexts {
  const text = [
    title,
    ...(why === null ? [] : [quoted(why)]),
    ...facts.map((fact) => `${fact.label}:\n${quoted(fact.text)}`),
    ...(link === null ? [] : [link]),
  ];
  const html = [
    `<p>${toHtml(title)}</p>`,
    ...(why === null ? [] : [quotedHtml(why)]),
    ...facts.map((fact) => `<p>${toHtml(fact.label)}:</p>\n${quotedHtml(fact.text)}`),
    ...(link === null ? [] : [`<p>${toHtml(link)}</p>`]),
  ];
  return { subject: title, text: `${text.join('\n\n')}\n`, html: html.join('\n') };
}

// Characters at which email clients may break a line.
const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

const quoted = (text: string): string =>
  text
    .split(LINE_END)
    .map((line) => `> ${line}`)
    .join('\n');

const quotedHtml = (text: string): string => `<blockquote>${toHtml(text)}</blockquote>`;

export function textsOfDigest(message: DigestMessage): MailTexts {
  const { title, projects, mostUrgent, queueLink } = message;
  const more = message.moreProjects === null ? [] : [{ text: message.moreProjects, link: null }];
  const lines = [...projects, ...more];
  const urgent = mostUrgent.map((each) => ({ ...each, when: `${each.when} ${timeOf(each.at)}` }));
  const text = [
    title,
    ['By project:', ...lines.map((line) => `- ${line.text}`)].join('\n'),
    'Most urgent:',
    ...urgent.map((each, n) => `${n + 1}. ${each.text}: ${each.when}\n${each.link ?? ''}`),
    `All in the queue: ${queueLink}`,
  ];
  const html = [
    `<p>${toHtml(title)}</p>`,
    '<p>By project:</p>',
    `<ul>${lines.map((line) => itemOf(linkTo(line))).join('\n')}</ul>`,
    '<p>Most urgent:</p>',
    `<ol>${urgent.map((each) => itemOf(`${linkTo(each)}<br>${toHtml(each.when)}`)).join('\n')}</ol>`,
    `<p>${linkTo({ text: 'Open the queue', link: queueLink })}</p>`,
  ];
  return { subject: title, text: `${text.join('\n\n')}\n`, html: html.join('\n') };
}

// Spaced, so that a tap hits only one.
const itemOf = (html: string): string => `<li style="margin-bottom: 8px">${html}</li>`;

function linkTo({ text, link }: DigestLine): string {
  return link === null ? toHtml(text) : `<a href="${toHtml(link)}">${toHtml(text)}</a>`;
}

function toHtml(text: string): string {
  const escaped = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  return escaped.replaceAll('\n', '<br>');
}
