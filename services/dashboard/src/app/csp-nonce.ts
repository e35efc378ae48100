/** What the policy of this page allows style elements by; for libraries that make some. */
export function cspNonce(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  // The attribute is hidden from scripts; the property is not.
  return meta?.nonce ?? '';
}
