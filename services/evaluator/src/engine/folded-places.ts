import { foldKey } from '@output-review/runtime/text';

import type { Span } from './tools.ts';

const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Folds a text or a keyword for a search. Leaves out characters that nobody sees, such as a soft hyphen or a zero-width
 * space: with one inside it, a forbidden word still reads the same.
 *
 * Folds first, so that the parts of a text fold as in the whole.
 */
export function foldText(text: string): string {
  return foldKey(text).replace(UNSEEN, '');
}

// Runs of ASCII, or else single characters. Each character includes its combining marks and whatever folding joins to
// it: vowels and final consonants of a Korean syllable, voicing marks of half-width Katakana.
const PARTS =
  /[\0-\x7f]+(?=[\0-\x7f]|$)|\P{M}[\p{M}\u1161-\u11c2\u3133-\u3163\uff9e\uff9f\uffa3-\uffdc]*|\p{M}+/guy;
const ASCII_ONLY = /^[\0-\x7f]+$/;

/**
 * Maps positions in the folded form of a text to positions in the text. Folding may lengthen or shorten (`ß` is `ss`),
 * so it is repeated part by part; a run of ASCII keeps its length. This happens once for all matches in a text, and
 * takes about as long as ten passes over it.
 */
export class FoldedPlaces {
  readonly #text: string;
  /** The start of each part in the text and in its folded form, followed by the end of both. */
  readonly #raw: Uint32Array;
  readonly #folded: Uint32Array;

  constructor(raw: string) {
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
        length = foldText(part).length;
        lengths.set(part, length);
      }
      foldedEnd += length;
    }
    this.#text = raw;
    this.#raw = Uint32Array.from([...rawStarts, raw.length]);
    this.#folded = Uint32Array.from([...foldedStarts, foldedEnd]);
  }
  /** @returns whole characters, since a match may begin or end within the folded form of one. */
  spanOf(found: Span): Span {
    const first = this.#partBehind(found.start);
    // If the parts do not add up, as letters of a later Unicode version may join in new ways, use the whole text.
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

  /** The first part that ends after a position; null if none does. */
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
