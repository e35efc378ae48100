import type { IncomingMessage } from 'node:http';
import { isIP, SocketAddress } from 'node:net';

/** The parts of a request that tell its client address. */
interface AddressedRequest extends Pick<IncomingMessage, 'headers'> {
  readonly socket: Pick<IncomingMessage['socket'], 'remoteAddress'>;
}

/**
 * Finds the address that a request comes from; null if its connection is gone.
 *
 * Reads X-Forwarded-For from its right end, where each proxy appends the address that called it, for as long as the
 * addresses are trusted proxies. The first address that is not a trusted proxy is the caller. The caller may have
 * forged everything to the left of it. Text that is not an address ends the list.
 *
 * @param isTrustedProxy receives normalized addresses: IPv6 in its shortest form, IPv4 without its IPv6 embedding.
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

// Node joins the headers of several proxies in their order.
function hopsOf(header: string | string[] | undefined): string[] {
  return typeof header === 'string' ? header.split(',') : [];
}

const WITH_PORT = /^\[(?<v6>[^\]]+)\](?::\d+)?$|^(?<v4>\d+\.\d+\.\d+\.\d+):\d+$/;

const EMBEDDED_IPV4 = /^::ffff:(?=\d+\.)/;

/** A normalized address without port, brackets and zone; null if the text is not an address. */
function parseAddress(text: string): string | null {
  const trimmed = text.trim();
  const { v4, v6 } = WITH_PORT.exec(trimmed)?.groups ?? {};
  const address = v4 ?? v6 ?? trimmed;
  const version = isIP(address);
  if (version === 0) return null;
  if (version === 4) return address;
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(EMBEDDED_IPV4, '');
}
