/**
 * What the page may load and run: files of ours, and nothing from elsewhere. No script stands in the
 * page. Editors and menus make style elements while it runs; these need the nonce of this very answer,
 * which is no way to run anything.
 */
export function dashboardPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Files of outputs come by signed links, from our own door or from the store.
    "img-src 'self' data: blob: https:",
    "media-src 'self' blob: https:",
    "frame-src 'self' blob: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
