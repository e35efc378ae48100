import { activeTraceparent, TRACEPARENT_HEADER } from './traceparent.ts';
import type { Tracing } from './tracing.ts';

interface TracedCall {
  readonly tracing: Tracing | null | undefined;
  /** The service that is called. */
  readonly peer: string;
  readonly method: string;
  /** Which operation it is, where that is known. */
  readonly operation?: string;
}

/**
 * Makes a call to another service in a span and gives it the headers by which the trace goes on there.
 * A call that belongs to no trace begins none: loops call others all the time.
 */
export function traceCall<T>(
  { tracing, peer, method, operation }: TracedCall,
  call: (headers: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  if (!tracing || activeTraceparent() === null) return call({});
  const name = operation === undefined ? `${method} ${peer}` : `call ${operation}`;
  const attributes = {
    'peer.service': peer,
    'http.request.method': method,
    ...(operation === undefined ? {} : { 'output_review.operation': operation }),
  };
  return tracing.during({ name, kind: 'CLIENT', attributes }, ({ traceparent }) =>
    call({ [TRACEPARENT_HEADER]: traceparent }),
  );
}
