/** Of a place elsewhere: another scheme could run something, and a path would lead into this page. */
export function isAddress(href = ''): boolean {
  return /^(?:https?:\/\/|mailto:)/i.test(href);
}
