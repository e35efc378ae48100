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
export function credentialOf(headers: CredentialHeaders, cookieName: string): Credential {
  if (headers.authorization !== undefined) {
    const token = /^Bearer +(wh-[\w-]{1,252}) *$/i.exec(headers.authorization)?.[1];
    return { kind: 'token', token: token ?? '' };
  }
  const cookies = sessionCookies(headers.cookie ?? '', cookieName);
  return cookies.length === 0 ? { kind: 'none' } : { kind: 'session', cookies };
}

/** Values of the session cookie. */
export function sessionCookies(header: string, cookieName: string): readonly string[] {
  return header.split(';').flatMap((pair) => {
    const equals = pair.indexOf('=');
    if (equals < 0 || pair.slice(0, equals).trim() !== cookieName) return [];
    return [pair.slice(equals + 1).trim()];
  });
}
