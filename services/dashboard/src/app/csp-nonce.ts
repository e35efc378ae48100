/** The nonce with which the Content-Security-Policy allows style elements; for libraries that create them. */
export function cspNonce(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  // Browsers hide the attribute from scripts, but not the property.
  return meta?.nonce ?? '';
}

/** Shares the nonce with the library that locks scrolling behind dialogs, which reads it from this global. */
export function shareCspNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: cspNonce() });
}
