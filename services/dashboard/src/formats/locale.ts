/**
 * The English of the reader, whose dates and numbers go with the texts: that of Britain or India writes them
 * otherwise than that of America. Outside a browser it is plain English.
 */
export const LOCALE: string = englishOf(
  typeof navigator === 'undefined' ? [] : navigator.languages,
);

function englishOf(languages: readonly string[]): string {
  return languages.find((language) => /^en\b/i.test(language)) ?? 'en';
}
