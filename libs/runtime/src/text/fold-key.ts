const ASCII_ONLY = /^[\0-\x7f]*$/;

/**
 * The form of a name or keyword in which two spellings of one word are equal: NFKC and Unicode's full
 * case folding (`ß` = `SS`, every sigma the same, `ﬁ` = `FI`). It knows no language, so the Turkish
 * dotless `ı` stays apart from `i`. Folding a folded key changes nothing.
 *
 * Cherokee comes out in small letters, where Unicode's own table has capitals; what equals what is
 * the same.
 */
export function foldKey(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase();
  return foldCase(text.normalize('NFKC')).normalize('NFKC');
}

function foldCase(text: string): string {
  // `ı` has the capital `I`, so it alone must not go through the capitals.
  return text.split('ı').map(throughCapitals).join('ı');
}

function throughCapitals(text: string): string {
  // Small letters first, because the capital `ẞ` becomes `SS` only by way of `ß`; small letters last
  // write the sigma at the end of a word in its own way.
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}
