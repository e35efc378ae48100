import { EgressRefused } from '@output-review/runtime';

// For whoever looks after the receiver. Source of the codes: Node, "Common system errors"; undici's own.
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before the answer.',
  UND_ERR_SOCKET: 'The connection was closed before the answer.',
  EPIPE: 'The connection was closed before the answer.',
  ENOTFOUND: 'The name of the host does not resolve.',
  EAI_AGAIN: 'The name of the host does not resolve at the moment.',
  ETIMEDOUT: 'The host cannot be reached.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
  UND_ERR_CONNECT_TIMEOUT: 'The host cannot be reached.',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer are too long.',
};
const IS_TLS = /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH)/;

/** Why nothing came back, in a sentence; it names no address, which may be one of our own. */
export function describeFailure(error: unknown): string {
  if (EgressRefused.isCauseOf(error)) return 'This address may not be called.';
  for (let each = error; isObject(each); each = each.cause) {
    const { code } = each;
    if (typeof code !== 'string') continue;
    if (REASONS[code]) return REASONS[code];
    if (IS_TLS.test(code)) return 'The host has no valid certificate.';
    if (code.startsWith('HPE_')) return 'The answer is no HTTP.';
  }
  return 'The call failed.';
}

function isObject(value: unknown): value is { readonly code?: unknown; readonly cause?: unknown } {
  return typeof value === 'object' && value !== null;
}
