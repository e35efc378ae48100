/** Whether a text is written in Markdown, by signs that plain prose has not. Linear in the text. */
export function isMarkdown(text: string): boolean {
  return text.split('\n').some((line) => beginsABlock(line) || hasEmphasis(line) || hasLink(line));
}

function beginsABlock(line: string): boolean {
  if (/^(?:#{1,6} |```)/.test(line)) return true;
  const trimmed = line.trim();
  if (trimmed.length > 2 && trimmed.startsWith('|') && trimmed.endsWith('|')) return true;
  return /^[-*] \S/.test(trimmed);
}

function hasEmphasis(line: string): boolean {
  return /\*\*\S/.test(line);
}

/** `[text](address)`; each place is looked for once. */
function hasLink(line: string): boolean {
  const open = line.indexOf('[');
  if (open === -1) return false;
  const turn = line.indexOf('](', open + 2);
  return turn !== -1 && line.includes(')', turn + 3);
}

/** Whether a text is read better in a fixed font: data, or lines that end or begin as those of a program. */
export function isCode(text: string): boolean {
  const start = text.trimStart();
  if (/^[{<]/.test(start) || /^\[\s*["{[\d\]]/.test(start)) return true;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const coded = lines.filter((line) => /^(?:\t| {2,})/.test(line) || /[;{}]$/.test(line.trimEnd()));
  return lines.length > 1 && coded.length * 2 > lines.length;
}

/** Signs that order what stands after them anew: a text with them may read otherwise than it is. */
export const ORDERING = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu;

/** How the name of such a sign stands in the text. */
export const SIGN_CLASS = 'rounded-xs bg-bad-soft px-0.5 font-mono text-xs text-bad';

/** The number of a sign, as Unicode writes it: `202E`. */
export function codeOf(sign: string): string {
  return (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

/** The text with their names in their places, where nothing but text can stand. */
export function nameOrdering(text: string): string {
  return text.replaceAll(ORDERING, (sign) => `[U+${codeOf(sign)}]`);
}
