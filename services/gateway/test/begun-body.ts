import { type IncomingHttpHeaders, request } from 'node:http';
import { json } from 'node:stream/consumers';

interface BegunAnswer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export interface BegunBody {
  /** Rejects where the connection ends without one. */
  readonly answer: Promise<BegunAnswer>;
  send(part: string): void;
  /** Hangs up. */
  destroy(): void;
}

export interface BegunRequest {
  readonly url: string;
  /** Beside those of a JSON body; without a length it is sent in chunks. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What is sent at once. */
  readonly part: string;
}

/** Begins a POST over a connection of its own, and leaves the rest of its body to the test. */
export function beginBody({ url, headers = {}, part }: BegunRequest): BegunBody {
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
  // A test may have no interest in it.
  answer.catch(() => undefined);
  sending.write(part);
  return {
    answer,
    send: (rest) => void sending.write(rest),
    destroy: () => sending.destroy(),
  };
}
