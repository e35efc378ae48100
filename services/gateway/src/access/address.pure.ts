import { AppError } from '@output-review/errors';

/** Where this installation is reached from outside. */
export interface PublicAddress {
  /** What links begin with. */
  readonly url: string;
  /** Origins whose pages are ours: their writes with a cookie are taken. */
  readonly origins: ReadonlySet<string>;
  /** What a Host header may say; null where any may stand, because a proxy sees to it. */
  readonly hosts: ReadonlySet<string> | null;
}

export interface PublicAddressParts {
  /** The address that is listened at. */
  readonly host: string;
  readonly port: number;
  /** What links begin with. */
  readonly publicUrl: string;
}

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * On loopback the page may be opened by any name of this machine; every other name in a Host header
 * is a page that rebound its own name to us.
 */
export function publicAddressOf({ host, port, publicUrl }: PublicAddressParts): PublicAddress {
  const { origin, host: publicHost } = new URL(publicUrl);
  if (!isLoopback(host)) return { url: publicUrl, origins: new Set([origin]), hosts: null };
  const local = LOOPBACK_HOSTS.map((name) => new URL(`http://${name}:${port}`));
  return {
    url: publicUrl,
    origins: new Set([origin, ...local.map((url) => url.origin)]),
    hosts: new Set([publicHost, ...local.map((url) => url.host)]),
  };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * Refuses a call that a page of another origin makes with a token that it got hold of, or by a name that it rebound
 * to us. Programs send no Origin.
 */
export function refuseForeignOrigin(origin: string | undefined, address: PublicAddress): void {
  if (origin === undefined || address.origins.has(origin)) return;
  throw new AppError(
    'FORBIDDEN',
    'A request with an Origin header must come from the URL of this installation.',
  );
}

/**
 * Refuses a write that a page of another origin makes with a cookie of ours.
 *
 * Browsers send Origin with every such write, so one without it comes from none of our pages.
 */
export function requireOwnOrigin(origin: string | undefined, address: PublicAddress): void {
  if (origin !== undefined && address.origins.has(origin)) return;
  throw new AppError(
    'FORBIDDEN',
    'Writes with a session cookie must have an Origin header with the URL of this installation.',
  );
}
