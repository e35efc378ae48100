/** Whether a text is read better in a fixed font: data, or lines that end or begin as those of a program. */
export function isCode(text: string): boolean {
  const start = text.trimStart();
  if (/^[{<]/.test(start) || /^\[\s*["{[\d\]]/.test(start)) return true;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const coded = lines.filter((line) => /^(?:\t| {2,})/.test(line) || /[;{}]$/.test(line.trimEnd()));
  return lines.length > 1 && coded.length * 2 > lines.length;
}
