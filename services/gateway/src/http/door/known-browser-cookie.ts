import { createHmac, timingSafeEqual } from 'node:crypto';

import { newId } from '@output-review/runtime';

export interface KnownBrowserCookieOptions {
  readonly prefix: string;
  /** Of this purpose alone. */
  readonly secret: string;
  readonly isSecure: boolean;
}

const YEAR_S = 365 * 24 * 60 * 60;

/**
 * Tells a browser that has signed in to an account before, as OWASP describes device cookies. It lets
 * nobody in: what it gives is a count of its own of wrong passwords. A new one, with a new count, comes
 * with each sign-in.
 */
export class KnownBrowserCookie {
  readonly #name: string;
  readonly #options: KnownBrowserCookieOptions;

  constructor(options: KnownBrowserCookieOptions) {
    this.#options = options;
    this.#name = `${options.isSecure ? '__Secure-' : ''}${options.prefix}.known_browser`;
  }

  /** The id of a browser; null where the cookie is of another account, over, or not ours. */
  open(header: string | undefined, { email, now }: { email: string; now: Date }): string | null {
    for (const pair of (header ?? '').split(';')) {
      const [name = '', value = ''] = pair.trim().split('=', 2);
      if (name !== this.#name) continue;
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
    const attributes = `Max-Age=${YEAR_S}; Path=/; HttpOnly; SameSite=Lax`;
    return `${this.#name}=${value}; ${attributes}${this.#options.isSecure ? '; Secure' : ''}`;
  }

  #sign(id: string, until: string, email: string): string {
    const text = JSON.stringify([id, until, email.toLowerCase()]);
    return createHmac('sha256', this.#options.secret).update(text).digest('base64url');
  }
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
