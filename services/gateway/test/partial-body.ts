import { type IncomingHttpHeaders, request } from 'node:http';
import { json } from 'node:stream/consumers';

interface BegunAnswer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export interface PartialBody {
  /** Rejects if the connection ends without an answer. */
  readonly answer: Promise<BegunAnswer>;
  send(part: string): void;
  /** Hangs up. */
  destroy(): void;
}

export interface PartialRequest {
  readonly url: string;
  /** In addition to those of a JSON body. Without a length the body is sent in chunks. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The part that is sent immediately. */
  readonly part: string;
}

/** Begins a POST on its own connection, and leaves the rest of its body to the test. */
export function beginBody({ url, headers = {}, part }: PartialRequest): PartialBody {
  const sending = request(url, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', ...headers },
  });
  const answer = new Promise<BegunAnswer>((resolve, reject) => {
    sending.on('error', reject);
    sending.on('response', (response) => {
      const { statusCode: status, headers } = response;
      json(response).then((body) => resolve({ status, headers, body }), reject);
    });
  });
  // A test may ignore the answer.
  answer.catch(() => undefined);
  sending.write(part);
  return {
    answer,
    send: (rest) => void sending.write(rest),
    destroy: () => sending.destroy(),
  };
}
