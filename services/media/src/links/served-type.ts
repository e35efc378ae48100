// What a browser shows and does not run: it has no script, or none that a sandbox lets run.
const SHOWN =
  /^(?:image\/(?!svg)|audio\/|application\/(?:pdf|json)$|text\/(?:plain|csv|markdown|tab-separated-values)$)/;
// What a page could load as its own, also from a download: `nosniff` keeps other types from that.
const LOADED = /^text\/(?:css|(?:java|ecma|j|live|x-java|x-ecma)script.*)$/;

/** Whether a file may be shown in a browser; what may not is only ever a download. */
export function isShown(contentType: string): boolean {
  return SHOWN.test(contentType);
}

/** The `Content-Type` that a file of a type is served with; that of scripts is no script's. */
export function servedType(contentType: string): string {
  if (!contentType.startsWith('text/')) return contentType;
  return `${LOADED.test(contentType) ? 'text/plain' : contentType}; charset=utf-8`;
}
