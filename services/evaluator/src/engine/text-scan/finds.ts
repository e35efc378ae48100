/** The keyword or pattern that a rule searches for. */
export type SearchTerm =
  | { readonly kind: 'keyword'; readonly keyword: string }
  | { readonly kind: 'pattern'; readonly source: string };

/** The matches of a scan; undefined if it did not search for the keyword or pattern. */
export interface Finds {
  /** @param keyword in its folded form */
  hasKeyword(keyword: string): boolean | undefined;
  /** @throws if the engine could not decide */
  hasMatch(source: string): boolean | undefined;
  /** The same for the unescaped text. */
  readonly unescaped?: Finds;
}

/** For a text that was not scanned: each rule runs its own search. */
export const NOT_SCANNED: Finds = { hasKeyword: () => undefined, hasMatch: () => undefined };
