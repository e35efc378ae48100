import { Agent, request } from 'undici';

export interface SentRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | null;
}

export interface TextAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

// A request takes 1 ms of a core with Node's `fetch` and 0.3 ms with this.
const agent = new Agent();

/**
 * Sends a request, by default as the user agent `node`, and reads the answer as text. Follows no redirects and does not
 * throw for any status.
 */
export async function sendRequest(
  url: string | URL,
  { method, headers, body = null }: SentRequest,
): Promise<TextAnswer> {
  const sent = { 'user-agent': 'node', ...headers };
  const answer = await request(url, { dispatcher: agent, method, headers: sent, body });
  const received = new Headers();
  for (const [name, values = []] of Object.entries(answer.headers)) {
    for (const value of [values].flat()) received.append(name, value);
  }
  return { status: answer.statusCode, headers: received, text: await answer.body.text() };
}
