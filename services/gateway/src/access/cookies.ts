import { createHmac, timingSafeEqual } from 'node:crypto';

import { newId } from '@output-review/runtime';

import { cookieValues, SESSION_MS } from './callers.pure.ts';

export interface CookieOptions {
  readonly prefix: string;
  /** Signs the cookie; used for nothing else. */
  readonly secret: string;
  /** Whether the installation is served over https. */
  readonly isSecure: boolean;
}

/**
 * Over https, a name that browsers accept over https only. Someone who can answer for a page over http could plant a
 * cookie without this prefix.
 */
function nameOf(cookie: string, { prefix, isSecure }: Omit<CookieOptions, 'secret'>): string {
  return `${isSecure ? '__Secure-' : ''}${prefix}.${cookie}`;
}

/** A Set-Cookie header. @param maxAgeS null: until the browser closes. */
function setCookie(pair: string, maxAgeS: number | null, isSecure: boolean): string {
  const maxAge = maxAgeS === null ? '' : `Max-Age=${maxAgeS}; `;
  return `${pair}; ${maxAge}Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/** The session cookie in the format of better-auth: the token, a dot and its HMAC, percent-encoded. */
export class SessionCookie {
  readonly name: string;
  readonly #options: CookieOptions;

  constructor(options: CookieOptions) {
    this.#options = options;
    this.name = nameOf('session_token', options);
  }

  /** The token in a value; null if we did not sign it. */
  open(value: string): string | null {
    const text = decode(value);
    const dot = text.lastIndexOf('.');
    if (dot < 1) return null;
    const token = text.slice(0, dot);
    // Compares as text, because base64 decoders skip invalid characters.
    return isSame(text.slice(dot + 1), this.#sign(token)) ? token : null;
  }

  /** The Set-Cookie header of a token. Without `isRemembered` the browser drops the cookie when it closes. */
  write(token: string, { isRemembered }: { readonly isRemembered: boolean }): string {
    const pair = `${this.name}=${encodeURIComponent(`${token}.${this.#sign(token)}`)}`;
    return setCookie(pair, isRemembered ? SESSION_MS / 1_000 : null, this.#options.isSecure);
  }

  /** The Set-Cookie headers that drop the cookie under both of its names. */
  drop(): string[] {
    const { prefix } = this.#options;
    return [true, false].map((isSecure) =>
      setCookie(`${nameOf('session_token', { prefix, isSecure })}=`, 0, isSecure),
    );
  }

  #sign(token: string): string {
    return createHmac('sha256', this.#options.secret).update(token, 'utf8').digest('base64');
  }
}

const YEAR_S = 365 * 24 * 60 * 60;

/**
 * Identifies a browser that has signed in to an account before (a device cookie as described by OWASP). It grants no
 * access: it gives the browser its own count of wrong passwords. Each sign-in creates a new cookie with a new count.
 */
export class KnownBrowserCookie {
  readonly #name: string;
  readonly #options: CookieOptions;

  constructor(options: CookieOptions) {
    this.#options = options;
    this.#name = nameOf('known_browser', options);
  }

  /** The ID of a browser; null if the cookie is for another account, expired, or not signed by us. */
  open(cookies: string, { email, now }: { email: string; now: Date }): string | null {
    for (const value of cookieValues(cookies, this.#name)) {
      const [id = '', until = '', mac = ''] = value.split('.', 3);
      const isOurs = isSame(mac, this.#sign(id, until, email));
      if (isOurs && Number(until) * 1_000 > now.getTime()) return id;
    }
    return null;
  }

  /** The Set-Cookie header for a browser that has just signed in to an account. */
  write({ email, now }: { readonly email: string; readonly now: Date }): string {
    const id = newId();
    const until = String(Math.floor(now.getTime() / 1_000) + YEAR_S);
    const value = [id, until, this.#sign(id, until, email)].join('.');
    return setCookie(`${this.#name}=${value}`, YEAR_S, this.#options.isSecure);
  }

  #sign(id: string, until: string, email: string): string {
    const text = JSON.stringify([id, until, email.toLowerCase()]);
    return createHmac('sha256', this.#options.secret).update(text).digest('base64url');
  }
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
