import { isIP } from 'node:net';

import { INTERNAL_HEADERS } from '@output-review/contracts';

import type { ClientAddressOf } from './route.ts';

/** The address that the gateway says a request came from; null where it says none. */
export const toldClientAddress: ClientAddressOf = ({ headers }) => {
  const told = headers[INTERNAL_HEADERS.clientAddress];
  return typeof told === 'string' && isIP(told) !== 0 ? told : null;
};
