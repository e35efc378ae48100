/** The nonce with which the Content-Security-Policy allows style elements; for libraries that create them. */
export function cspNonce(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  // Browsers hide the attribute from scripts, but not the property.
  return meta?.nonce ?? '';
}
