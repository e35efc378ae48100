import { createHmac, timingSafeEqual } from 'node:crypto';

import { SESSION_MS } from '../../domain/access/callers.ts';

export interface SessionCookieOptions {
  readonly prefix: string;
  /** Cookies are signed with it. */
  readonly secret: string;
  /** Whether the installation is reached over https. */
  readonly isSecure: boolean;
}

/** The session cookie, as better-auth wrote it: the token, a dot and its HMAC, percent-encoded. */
export class SessionCookie {
  /**
   * Over https the one that browsers take over https alone: whoever can answer for a page over http could
   * plant the plain one.
   */
  readonly name: string;
  readonly #options: SessionCookieOptions;

  constructor(options: SessionCookieOptions) {
    this.#options = options;
    this.name = this.#nameOf(options.isSecure);
  }

  /** The token in a value; null where we did not sign it. */
  open(value: string): string | null {
    const text = decode(value);
    const dot = text.lastIndexOf('.');
    if (dot < 1) return null;
    const token = text.slice(0, dot);
    // As text: a reader of base64 passes over what does not belong there.
    const given = Buffer.from(text.slice(dot + 1));
    const expected = Buffer.from(this.#sign(token));
    return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
  }

  /** The Set-Cookie header of a token; one that is not remembered goes when the browser is closed. */
  write(token: string, { isRemembered }: { readonly isRemembered: boolean }): string {
    const value = encodeURIComponent(`${token}.${this.#sign(token)}`);
    const maxAgeMs = isRemembered ? SESSION_MS : null;
    return this.#header({ value, maxAgeMs, isSecure: this.#options.isSecure });
  }

  /** The Set-Cookie headers that drop the cookie under both of its names. */
  drop(): string[] {
    return [true, false].map((isSecure) => this.#header({ value: '', maxAgeMs: 0, isSecure }));
  }

  #header({ value, maxAgeMs, isSecure }: CookieParts): string {
    const maxAge = maxAgeMs === null ? '' : `Max-Age=${Math.floor(maxAgeMs / 1000)}; `;
    const attributes = `${maxAge}Path=/; HttpOnly; SameSite=Lax`;
    return `${this.#nameOf(isSecure)}=${value}; ${attributes}${isSecure ? '; Secure' : ''}`;
  }

  #nameOf(isSecure: boolean): string {
    return `${isSecure ? '__Secure-' : ''}${this.#options.prefix}.session_token`;
  }

  #sign(token: string): string {
    return createHmac('sha256', this.#options.secret).update(token, 'utf8').digest('base64');
  }
}

interface CookieParts {
  readonly value: string;
  /** Null: until the browser is closed. */
  readonly maxAgeMs: number | null;
  readonly isSecure: boolean;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
