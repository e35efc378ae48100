/** What a rule looks for in a text. */
export type Sought =
  | { readonly kind: 'keyword'; readonly keyword: string }
  | { readonly kind: 'pattern'; readonly source: string };

/** Which keywords and patterns a scan of a text has come by; undefined where it did not look. */
export interface Finds {
  /** @param keyword in its folded form */
  hasKeyword(keyword: string): boolean | undefined;
  /** @throws where the engine could not tell. */
  hasMatch(source: string): boolean | undefined;
  /** The same of the text as it reads unescaped. */
  readonly unescaped?: Finds;
}

/** Of a text that was not scanned: each rule looks for itself. */
export const NOT_SCANNED: Finds = { hasKeyword: () => undefined, hasMatch: () => undefined };
