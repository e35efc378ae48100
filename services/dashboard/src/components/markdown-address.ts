/** Whether a link is an absolute URL of a safe scheme. Other schemes may run code, and a path would open this app. */
export function isAddress(href = ''): boolean {
  return /^(?:https?:\/\/|mailto:)/i.test(href);
}
