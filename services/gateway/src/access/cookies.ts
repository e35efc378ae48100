import { createHmac, timingSafeEqual } from 'node:crypto';

import { newId } from '@output-review/runtime';

import { SESSION_MS } from './callers.pure.ts';

/** The session cookie in the format of better-auth: the token, a dot and its HMAC, percent-encoded. */
export class SessionCookie {
  /**
   * Over https, a name that browsers accept over https only. Someone who can answer for a page over http could plant a
   * cookie without this prefix.
   */
  readonly name: string;
  readonly #options: CookieOptions;

  constructor(options: CookieOptions) {
    this.#options = options;
    this.name = this.#nameOf(options.isSecure);
  }

  /** The token in a value; null if we did not sign it. */
  open(value: string): string | null {
    const text = decode(value);
    const dot = text.lastIndexOf('.');
    if (dot < 1) return null;
    const token = text.slice(0, dot);
    // Compares as text, because base64 decoders skip invalid characters.
    const given = Buffer.from(text.slice(dot + 1));
    const expected = Buffer.from(this.#sign(token));
    return isSame(given, expected) ? token : null;
  }

  /** The Set-Cookie header of a token. Without `isRemembered` the browser drops the cookie when it closes. */
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
    this.#name = `${options.isSecure ? '__Secure-' : ''}${options.prefix}.known_browser`;
  }

  /** The ID of a browser; null if the cookie is for another account, expired, or not signed by us. */
  open(header: string | undefined, { email, now }: { email: string; now: Date }): string | null {
    for (const pair of (header ?? '').split(';')) {
      const [name = '', value = ''] = pair.trim().split('=', 2);
      if (name !== this.#name) continue;
      const [id = '', until = '', mac = ''] = value.split('.', 3);
      const isOurs = isSame(Buffer.from(mac), Buffer.from(this.#sign(id, until, email)));
      if (isOurs && Number(until) * 1_000 > now.getTime()) return id;
    }
    return null;
  }

  /** The Set-Cookie header for a browser that has just signed in to an account. */
  write({ email, now }: { readonly email: string; readonly now: Date }): string {
    const id = newId();
    const until = String(Math.floor(now.getTime() / 1_000) + YEAR_S);
    const value = [id, until, this.#sign(id, until, email)].join('.');
    const attributes = `Max-Age=${YEAR_S}; Path=/; HttpOnly; SameSite=Lax`;
    return `${this.#name}=${value}; ${attributes}${this.#options.isSecure ? '; Secure' : ''}`;
  }

  #sign(id: string, until: string, email: string): string {
    const text = JSON.stringify([id, until, email.toLowerCase()]);
    return createHmac('sha256', this.#options.secret).update(text).digest('base64url');
  }
}

export interface CookieOptions {
  readonly prefix: string;
  /** Signs the cookie; used for nothing else. */
  readonly secret: string;
  /** Whether the installation is served over https. */
  readonly isSecure: boolean;
}

interface CookieParts {
  readonly value: string;
  /** Null: until the browser closes. */
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

function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}
