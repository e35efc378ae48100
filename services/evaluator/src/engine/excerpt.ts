import { wholeCharacter } from '@output-review/runtime/text';

import { countCodePoints } from './judged-text.ts';
import type { Span } from './tools.ts';

// Enough context to recognize the sentence, and short enough for a list of many matches.
const AROUND_CHARS = 40;
const FOUND_CHARS_MAX = 80;
const QUOTED_CHARS_MAX = 80;

/** `212: … we guarantee a refund …`: the position (in code points, from 1) and the text around it. */
export function describeFind(text: string, found: Span): string {
  const place = countCodePoints(text.slice(0, found.start)) + 1;
  return `${place}: ${excerptAround(text, found)}`;
}

/** The text around a match on one line, with an ellipsis on each side that was cut. */
function excerptAround(text: string, found: Span): string {
  const start = startOfExcerpt(text, found.start);
  const end = endOfExcerpt(text, Math.min(found.end, found.start + FOUND_CHARS_MAX));
  const words = text.slice(start, end).replace(/\s+/g, ' ').trim();
  const tail = end < text.length ? ' …' : endOfSentence(words);
  return `${start > 0 ? '… ' : ''}${words}${tail}`;
}

/** A text in quotation marks, truncated if it is long. */
export function quote(text: string): string {
  if (text.length <= QUOTED_CHARS_MAX) return `“${text}”`;
  return `“${text.slice(0, wholeCharacter(text, QUOTED_CHARS_MAX))}…”`;
}

/** Starts at a word boundary if there is one between the earliest start and the match. */
function startOfExcerpt(text: string, foundStart: number): number {
  const earliest = foundStart - AROUND_CHARS;
  if (earliest <= 0) return 0;
  const gap = text.slice(earliest, foundStart).search(/\s\S/);
  return gap === -1 ? wholeCharacter(text, earliest) : earliest + gap + 1;
}

function endOfExcerpt(text: string, foundEnd: number): number {
  const latest = foundEnd + AROUND_CHARS;
  if (latest >= text.length) return text.length;
  const gap = /\s\S*$/.exec(text.slice(foundEnd, latest));
  return gap ? foundEnd + gap.index : wholeCharacter(text, latest);
}

function endOfSentence(words: string): string {
  return /[.!?…]$/.test(words) ? '' : '.';
}
