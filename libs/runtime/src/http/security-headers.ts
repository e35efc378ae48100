/**
 * Stand on every answer. They fit JSON, which is never a page: whoever serves pages or files
 * replaces the policy and the caching with stricter or longer ones of its own.
 */
export const SECURITY_HEADERS: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
};
