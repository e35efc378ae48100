import { AppError } from '@output-review/errors';
import { type AppState, type HttpListener, listen, type Listening } from '@output-review/runtime';
import type Koa from 'koa';
import type { Middleware } from 'koa';

import { type PublicAddress, publicAddressOf } from './address.pure.ts';

interface PublicListenerOptions {
  readonly host: string;
  readonly port: number;
  /** What links begin with; null: what it turns out to listen at. */
  readonly publicUrl: string | null;
}

/** The listener for callers from outside, and where it is reached. */
export class PublicListener implements HttpListener {
  readonly #options: PublicListenerOptions;
  #opened: Listening | null = null;
  #address: PublicAddress | null = null;

  constructor(options: PublicListenerOptions) {
    this.#options = options;
  }

  async open(app: Koa<AppState>): Promise<Listening> {
    const { host, port } = this.#options;
    this.#opened = await listen(app, { host, port });
    return this.#opened;
  }

  /** What links begin with. @throws AppError UNAVAILABLE where that is not known before it listens. */
  get url(): string {
    const url = this.#options.publicUrl ?? this.#opened?.url;
    if (url === undefined)
      throw new AppError('UNAVAILABLE', 'The public listener is not open yet.');
    return url;
  }

  /** For requests that came in by it. */
  get address(): PublicAddress {
    const { host } = this.#options;
    const port = this.#opened?.port ?? 0;
    return (this.#address ??= publicAddressOf({ host, port, publicUrl: this.url }));
  }

  /** Whether the installation is reached over https. */
  get isHttps(): boolean {
    const { publicUrl } = this.#options;
    return publicUrl !== null && new URL(publicUrl).protocol === 'https:';
  }
}

// A year. Not for subdomains, which need not be ours, and in no list of browsers: that is the owner's to say.
const YEAR = 'max-age=31536000';

/** Tells browsers to come back over https alone: the first http request of a visit could be answered by anybody. */
export const demandHttps: Middleware<AppState> = (ctx, next) => {
  ctx.set('Strict-Transport-Security', YEAR);
  return next();
};

/** Refuses requests that were meant for another host; see `publicAddressOf` for why. */
export const guardHost =
  (listener: PublicListener): Middleware<AppState> =>
  (ctx, next) => {
    const { hosts } = listener.address;
    const host = ctx.headers.host?.toLowerCase() ?? '';
    if (hosts === null || hosts.has(host)) return next();
    throw new AppError('MISDIRECTED_REQUEST', 'This service does not serve this host name.');
  };
