import { foldKey } from '@output-review/runtime/text';

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
