/** What a request brings along. If there is an Authorization header, the cookie is ignored. */
export type Credential =
  | { readonly kind: 'none' }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'session'; readonly cookies: readonly string[] };

export interface CredentialHeaders {
  readonly authorization?: string | undefined;
  readonly cookie?: string | undefined;
}

/**
 * Finds the credential of a request.
 *
 * A header that is there and holds no token of ours is a wrong credential, which is not the same as
 * none: the cookie beside it does not count.
 */
export function credentialOf(headers: CredentialHeaders, cookiePrefix: string): Credential {
  if (headers.authorization !== undefined) {
    const token = /^Bearer +(wh-[\w-]{1,252}) *$/i.exec(headers.authorization)?.[1];
    return { kind: 'token', token: token ?? '' };
  }
  const cookies = sessionCookies(headers.cookie ?? '', cookiePrefix);
  return cookies.length === 0 ? { kind: 'none' } : { kind: 'session', cookies };
}

/** Values of the session cookie, under its plain name and the one that browsers keep to https. */
export function sessionCookies(header: string, cookiePrefix: string): readonly string[] {
  const name = `${cookiePrefix}.session_token`;
  const names = new Set([name, `__Secure-${name}`]);
  return header.split(';').flatMap((pair) => {
    const equals = pair.indexOf('=');
    if (equals < 0 || !names.has(pair.slice(0, equals).trim())) return [];
    return [pair.slice(equals + 1).trim()];
  });
}
