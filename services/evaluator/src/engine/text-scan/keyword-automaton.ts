/** Finds which of a set of keywords occur in a text, in one pass over it, however many there are. */
export interface KeywordAutomaton {
  /** The indexes of the keywords that occur, each once, in no particular order. */
  find(text: string): readonly number[];
  /** Size of its tables. */
  readonly bytes: number;
}

/**
 * An Aho-Corasick automaton as one table: for each node (a prefix of keywords) and each UTF-16 unit, the next node. Its
 * running time depends only on the length of the text.
 *
 * @param keywords non-empty, without duplicates
 */
export function makeKeywordAutomaton(keywords: readonly string[]): KeywordAutomaton {
  const alphabet = makeAlphabet(keywords);
  const trie = makeTrie(keywords, alphabet);
  linkFailures(trie, alphabet.size);
  const { next, keywordAt, shorter } = trie;
  const bytes = [alphabet.classes, next, keywordAt, shorter].reduce(
    (sum, { byteLength }) => sum + byteLength,
    0,
  );
  return { find: (text) => findKeywords(text, alphabet, trie), bytes };
}

/** Each unit that occurs in a keyword has its own class. All others share class 0. */
interface Alphabet {
  /** By unit, up to the last one that occurs in a keyword. */
  readonly classes: Uint16Array;
  readonly size: number;
}

/** Node 0 is the root. */
interface Trie {
  readonly nodes: number;
  /** The next node, by node and class. */
  readonly next: Int32Array;
  /** The keyword that ends at a node; -1 if none does. */
  readonly keywordAt: Int32Array;
  /** The node of the longest proper suffix at which a keyword ends; 0 if there is none. */
  readonly shorter: Int32Array;
}

function makeAlphabet(keywords: readonly string[]): Alphabet {
  const units = new Set<number>();
  let last = 0;
  for (const keyword of keywords) {
    for (let index = 0; index < keyword.length; index += 1) {
      const unit = keyword.charCodeAt(index);
      units.add(unit);
      if (unit > last) last = unit;
    }
  }
  const classes = new Uint16Array(last + 1);
  let size = 1;
  for (const unit of units) {
    classes[unit] = size;
    size += 1;
  }
  return { classes, size };
}

function makeTrie(keywords: readonly string[], { classes, size }: Alphabet): Trie {
  const nodesMax = keywords.reduce((sum, { length }) => sum + length, 1);
  const next = new Int32Array(nodesMax * size);
  const keywordAt = new Int32Array(nodesMax).fill(-1);
  let nodes = 1;
  keywords.forEach((keyword, which) => {
    let node = 0;
    for (let index = 0; index < keyword.length; index += 1) {
      const cell = node * size + (classes[keyword.charCodeAt(index)] ?? 0);
      let child = next[cell] ?? 0;
      if (child === 0) {
        child = nodes;
        nodes += 1;
        next[cell] = child;
      }
      node = child;
    }
    keywordAt[node] = which;
  });
  return { nodes, next, keywordAt, shorter: new Int32Array(nodesMax) };
}

/** Links each node to where a search continues if its keyword does not. Breadth first. */
function linkFailures({ nodes, next, keywordAt, shorter }: Trie, size: number): void {
  const failure = new Int32Array(nodes);
  const queue = new Int32Array(nodes);
  let queued = 1;
  for (let head = 0; head < queued; head += 1) {
    const node = queue[head] ?? 0;
    const fallback = failure[node] ?? 0;
    shorter[node] = (keywordAt[fallback] ?? -1) >= 0 ? fallback : (shorter[fallback] ?? 0);
    for (let unit = 1; unit < size; unit += 1) {
      const child = next[node * size + unit] ?? 0;
      // Shorter prefixes come first in the queue, so the row of the fallback is complete.
      const elsewhere = node === 0 ? 0 : (next[fallback * size + unit] ?? 0);
      if (child === 0) {
        next[node * size + unit] = elsewhere;
        continue;
      }
      failure[child] = elsewhere;
      queue[queued] = child;
      queued += 1;
    }
  }
}

function findKeywords(
  text: string,
  { classes, size }: Alphabet,
  { nodes, next, keywordAt, shorter }: Trie,
): readonly number[] {
  const known = classes.length;
  const found: number[] = [];
  const isSeen = new Uint8Array(nodes);
  // No keyword ends at the root.
  isSeen[0] = 1;
  let node = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    node = unit < known ? (next[node * size + (classes[unit] ?? 0)] ?? 0) : 0;
    for (let ending = node; isSeen[ending] === 0; ending = shorter[ending] ?? 0) {
      isSeen[ending] = 1;
      const keyword = keywordAt[ending] ?? -1;
      if (keyword >= 0) found.push(keyword);
    }
  }
  return found;
}

// 4 MB: a thousand keywords in a European language take 2 MB. Tables for Chinese keywords are wider.
const CELLS_MAX = 1024 * 1024;
// The table of a single keyword of this length fits, whatever its letters.
const LENGTH_MAX = 1_000;
const GROUPS_MAX = 8;

/**
 * Divides keywords into groups so that no automaton is too large. Each group takes one pass. Keywords that are too
 * long, or that exceed the memory limit, are in no group.
 */
export function* groupKeywords(
  keywords: readonly string[],
): Generator<undefined, readonly (readonly string[])[], undefined> {
  const groups: string[][] = [];
  let group: string[] = [];
  let nodes = 1;
  let units = new Set<string>();
  for (const keyword of keywords) {
    if (keyword.length > LENGTH_MAX) continue;
    const added = new Set(keyword.split('').filter((unit) => !units.has(unit)));
    if ((nodes + keyword.length) * (1 + units.size + added.size) > CELLS_MAX) {
      groups.push(group);
      if (groups.length === GROUPS_MAX) return groups;
      yield;
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
