import { AppError } from '@output-review/errors';

/** The public address of this installation. */
export interface PublicAddress {
  /** Base URL of links. */
  readonly url: string;
  /** Origins of our own pages. Writes from them that carry a cookie are accepted. */
  readonly origins: ReadonlySet<string>;
  /** Allowed values of the Host header; null allows any, because a proxy checks it. */
  readonly hosts: ReadonlySet<string> | null;
}

export interface PublicAddressParts {
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

/** Refuses a call from a page of another origin that uses a stolen token or DNS rebinding. Programs send no Origin. */
export function refuseForeignOrigin(origin: string | undefined, address: PublicAddress): void {
  if (origin === undefined || address.origins.has(origin)) return;
  throw new AppError(
    'FORBIDDEN',
    'A request with an Origin header must come from the URL of this installation.',
  );
}

/**
 * Refuses a write from a page of another origin that carries our cookie.
 *
 * Browsers send Origin with every such write, so a write without Origin comes from none of our pages.
 */
export function requireOwnOrigin(origin: string | undefined, address: PublicAddress): void {
  if (origin !== undefined && address.origins.has(origin)) return;
  throw new AppError(
    'FORBIDDEN',
    'Writes with a session cookie must have an Origin header with the URL of this installation.',
  );
}
