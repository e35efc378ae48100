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
