// 4 MB: a thousand keywords of a European language take 2 MB. The tables of keywords in Chinese are wider.
const CELLS_MAX = 1024 * 1024;

/** Divides keywords so that none of their automata is too large; together they are a pass each. */
export function groupKeywords(keywords: readonly string[]): readonly (readonly string[])[] {
  const groups: string[][] = [];
  let group: string[] = [];
  let nodes = 1;
  let units = new Set<string>();
  for (const keyword of keywords) {
    const added = keyword.split('').filter((unit) => !units.has(unit));
    const width = 1 + units.size + new Set(added).size;
    if (group.length > 0 && (nodes + keyword.length) * width > CELLS_MAX) {
      groups.push(group);
      group = [];
      nodes = 1;
      units = new Set();
    }
    group.push(keyword);
    nodes += keyword.length;
    for (const unit of keyword.split('')) units.add(unit);
  }
  if (group.length > 0) groups.push(group);
  return groups;
}
