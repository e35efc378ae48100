import type { Span } from './tools.ts';

// Stretches of ASCII, and what else there is by characters, each with its combining marks and with what
// joins it when it is folded: vowels and last letters of a Korean syllable, marks of Katakana of half width.
const PARTS =
  /[\0-\x7f]+(?=[\0-\x7f]|$)|\P{M}[\p{M}\u1161-\u11c2\u3133-\u3163\uff9e\uff9f\uffa3-\uffdc]*|\p{M}+/guy;
const ASCII_ONLY = /^[\0-\x7f]+$/;

/**
 * Leads from places in the folded form of a text to those in the text itself. Folding may lengthen and
 * shorten (`ß` is `ss`), so it is done again part by part; a stretch of ASCII stays as long as it is.
 * That is done once for all finds in a text, and takes as long as some ten passes over it.
 */
export class FoldedPlaces {
  readonly #text: string;
  /** Where each part begins in the text, and where in its folded form; with the ends of both behind. */
  readonly #raw: Uint32Array;
  readonly #folded: Uint32Array;

  constructor(raw: string, fold: (text: string) => string) {
    const rawStarts: number[] = [];
    const foldedStarts: number[] = [];
    const lengths = new Map<string, number>();
    let foldedEnd = 0;
    for (const { 0: part, index } of raw.matchAll(PARTS)) {
      rawStarts.push(index);
      foldedStarts.push(foldedEnd);
      if (ASCII_ONLY.test(part)) {
        foldedEnd += part.length;
        continue;
      }
      let length = lengths.get(part);
      if (length === undefined) {
        length = fold(part).length;
        lengths.set(part, length);
      }
      foldedEnd += length;
    }
    this.#text = raw;
    this.#raw = Uint32Array.from([...rawStarts, raw.length]);
    this.#folded = Uint32Array.from([...foldedStarts, foldedEnd]);
  }
  /** @returns whole characters: the find may begin or end within what one of them was folded to. */
  spanOf(found: Span): Span {
    const first = this.#partBehind(found.start);
    // Where the parts do not add up, as letters of a later Unicode may join in new ways, it is all of the text.
    if (first === null) return { start: 0, end: this.#text.length };
    const last = this.#partBehind(found.end - 1);
    return {
      start: this.#isAscii(first) ? this.#within(first, found.start) : this.#startOf(first),
      end: last === null ? this.#text.length : this.#endOf(last, found.end),
    };
  }

  #endOf(part: number, foldedEnd: number): number {
    return this.#isAscii(part) ? this.#within(part, foldedEnd) : this.#startOf(part + 1);
  }

  #within(part: number, folded: number): number {
    return this.#startOf(part) + folded - (this.#folded[part] ?? 0);
  }

  #startOf(part: number): number {
    return this.#raw[part] ?? this.#text.length;
  }

  #isAscii(part: number): boolean {
    return ASCII_ONLY.test(this.#text.slice(this.#startOf(part), this.#startOf(part + 1)));
  }

  /** The first part that ends behind a place; null where none does. */
  #partBehind(folded: number): number | null {
    const parts = this.#folded.length - 1;
    let low = 0;
    let high = parts;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#folded[middle + 1] ?? 0) > folded) high = middle;
      else low = middle + 1;
    }
    return low < parts ? low : null;
  }
}
