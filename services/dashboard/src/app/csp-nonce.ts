/** What the policy of this page allows style elements by; for libraries that make some. */
export function cspNonce(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  // The attribute is hidden from scripts; the property is not.
  return meta?.nonce ?? '';
}

/** Tells it to what keeps the page behind a dialog from scrolling, which looks for it there. */
export function shareCspNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: cspNonce() });
}
