import { AppError } from '@output-review/errors';
import { type AppState, type HttpListener, listen, type Listening } from '@output-review/runtime';
import type Koa from 'koa';
import type { Middleware } from 'koa';

/** The public address of this installation. */
interface PublicAddress {
  /** Origins of our own pages. Writes from them that carry a cookie are accepted. */
  readonly origins: ReadonlySet<string>;
  /** Allowed values of the Host header; null allows any, because a proxy checks it. */
  readonly hosts: ReadonlySet<string> | null;
}

interface PublicAddressParts {
  /** The address that the listener binds to. */
  readonly host: string;
  readonly port: number;
  /** Base URL of links. */
  readonly publicUrl: string;
}

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * On loopback, the page can be opened under any local name of this machine. Any other name in a Host header means that
 * a page has rebound its own name to us (DNS rebinding).
 */
export function publicAddressOf({ host, port, publicUrl }: PublicAddressParts): PublicAddress {
  const { origin, host: publicHost } = new URL(publicUrl);
  if (!isLoopback(host)) return { origins: new Set([origin]), hosts: null };
  const local = LOOPBACK_HOSTS.map((name) => new URL(`http://${name}:${port}`));
  return {
    origins: new Set([origin, ...local.map((url) => url.origin)]),
    hosts: new Set([publicHost, ...local.map((url) => url.host)]),
  };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

interface PublicListenerOptions {
  readonly host: string;
  readonly port: number;
  /** Base URL of links; null uses the address that the listener binds to. */
  readonly publicUrl: string | null;
}

/** The listener for external callers, and its public address. */
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

  /** Base URL of links. @throws AppError UNAVAILABLE if it is not known before the listener opens. */
  get url(): string {
    const url = this.#options.publicUrl ?? this.#opened?.url;
    if (url === undefined)
      throw new AppError('UNAVAILABLE', 'The public listener is not open yet.');
    return url;
  }

  /** The public address, for requests received by this listener. */
  get address(): PublicAddress {
    const { host } = this.#options;
    const port = this.#opened?.port ?? 0;
    return (this.#address ??= publicAddressOf({ host, port, publicUrl: this.url }));
  }

  /** Whether the installation is served over https. */
  get isHttps(): boolean {
    const { publicUrl } = this.#options;
    return publicUrl !== null && new URL(publicUrl).protocol === 'https:';
  }
}

// One year. No includeSubDomains: subdomains may not be ours. No preload: that is for the owner to decide.
const YEAR = 'max-age=31536000';

/** Tells browsers to use https only: anyone on the network could answer the first http request of a visit. */
export const demandHttps: Middleware<AppState> = (ctx, next) => {
  ctx.set('Strict-Transport-Security', YEAR);
  return next();
};

/** Refuses requests for another host; `publicAddressOf` explains why. */
export const guardHost =
  (listener: PublicListener): Middleware<AppState> =>
  (ctx, next) => {
    const { hosts } = listener.address;
    const host = ctx.headers.host?.toLowerCase() ?? '';
    if (hosts === null || hosts.has(host)) return next();
    throw new AppError('MISDIRECTED_REQUEST', 'This service does not serve this host name.');
  };
