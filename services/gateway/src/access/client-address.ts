import type { IncomingMessage } from 'node:http';
import { isIP, SocketAddress } from 'node:net';

/** What of a request tells where it comes from. */
interface AddressedRequest extends Pick<IncomingMessage, 'headers'> {
  readonly socket: Pick<IncomingMessage['socket'], 'remoteAddress'>;
}

/**
 * Which address a request comes from; null where its connection is gone.
 *
 * X-Forwarded-For is believed as far as trusted proxies wrote it: from its right end, where each adds
 * the address that it was called from. The first that is no trusted proxy is the caller; whatever
 * stands left of it, the caller may have made up. What is no address ends the list.
 *
 * @param isTrustedProxy is asked with addresses as they are answered: IPv6 in its shortest form, IPv4
 *   without the form in which IPv6 embeds it.
 */
export function clientAddressOf(
  { socket, headers }: AddressedRequest,
  isTrustedProxy: (address: string) => boolean,
): string | null {
  let known = parseAddress(socket.remoteAddress ?? '');
  if (known === null || !isTrustedProxy(known)) return known;
  for (const hop of hopsOf(headers['x-forwarded-for']).reverse()) {
    const address = parseAddress(hop);
    if (address === null) break;
    known = address;
    if (!isTrustedProxy(address)) break;
  }
  return known;
}

// Node joins the headers of several proxies in the order in which they stand.
function hopsOf(header: string | string[] | undefined): string[] {
  return typeof header === 'string' ? header.split(',') : [];
}

const WITH_PORT = /^\[(?<v6>[^\]]+)\](?::\d+)?$|^(?<v4>\d+\.\d+\.\d+\.\d+):\d+$/;

const EMBEDDED_IPV4 = /^::ffff:(?=\d+\.)/;

/** An address in its one form, without port, brackets and zone; null where it is none. */
function parseAddress(text: string): string | null {
  const trimmed = text.trim();
  const { v4, v6 } = WITH_PORT.exec(trimmed)?.groups ?? {};
  const address = v4 ?? v6 ?? trimmed;
  const version = isIP(address);
  if (version === 0) return null;
  if (version === 4) return address;
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(EMBEDDED_IPV4, '');
}
