import type { ServerResponse } from 'node:http';

import { ClientDisconnected } from './request-body-stream.ts';

/** Aborted, by ClientDisconnected, when whoever calls hangs up; also once the answer has been sent. */
export function disconnectSignal({ res }: { readonly res: ServerResponse }): AbortSignal {
  const ended = new AbortController();
  const abort = (): void => ended.abort(new ClientDisconnected());
  if (res.closed) abort();
  else res.once('close', abort);
  return ended.signal;
}
