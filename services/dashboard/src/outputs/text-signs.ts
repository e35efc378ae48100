/** Whether a text looks like Markdown, by syntax that plain prose lacks. Runs in linear time. */
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

/** `[text](address)`; searches for each part once. */
function hasLink(line: string): boolean {
  const open = line.indexOf('[');
  if (open === -1) return false;
  const turn = line.indexOf('](', open + 2);
  return turn !== -1 && line.includes(')', turn + 3);
}

/** Whether a text reads better in a fixed-width font: data, or lines that start or end like code. */
export function isCode(text: string): boolean {
  const start = text.trimStart();
  if (/^[{<]/.test(start) || /^\[\s*["{[\d\]]/.test(start)) return true;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const coded = lines.filter((line) => /^(?:\t| {2,})/.test(line) || /[;{}]$/.test(line.trimEnd()));
  return lines.length > 1 && coded.length * 2 > lines.length;
}

// Scripts that need joiners or break opportunities; the excluded ones do not.
const JOINED = String.raw`(?![\p{scx=Zyyy}\p{scx=Zinh}\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}])[\p{L}\p{M}\p{Nd}]`;
const JOINERS = String.raw`\u034f\u17b4\u17b5\u180b-\u180f\u200b-\u200d`;
const TAGS = String.raw`\u{e0000}-\u{e007f}`;
// Variation selectors choose the form of the character before them.
const SELECTORS = String.raw`\ufe00-\ufe0f\u{e0100}-\u{e01ef}`;

/**
 * Characters that readers cannot see but models receive: they reorder text, or have no width. Excluded where they are
 * normal: in emoji and flags, and between letters of scripts that use joiners.
 */
export const UNSEEN = new RegExp(
  [
    String.raw`[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]`,
    String.raw`(?<!\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{0,6})[${TAGS}]`,
    `(?<=[${SELECTORS}])[${SELECTORS}]`,
    String.raw`(?<!${JOINED})(?!(?<=^|[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?:\p{Extended_Pictographic}|$))[${JOINERS}](?!${JOINED})`,
    // A soft hyphen is visible where a line breaks at it.
    String.raw`(?!\u00ad|[${SELECTORS}${JOINERS}${TAGS}])\p{Default_Ignorable_Code_Point}`,
  ].join('|'),
  'gu',
);

/** The style for the names of invisible characters. */
export const SIGN_CLASS = 'rounded-xs bg-bad-soft px-0.5 font-mono text-xs text-bad';

/** The code point as Unicode writes it: `202E`. */
export function codeOf(sign: string): string {
  return (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

/** Replaces invisible characters with their names, for places that allow plain text only. */
export function nameUnseen(text: string): string {
  return text.replaceAll(UNSEEN, (sign) => `[U+${codeOf(sign)}]`);
}
