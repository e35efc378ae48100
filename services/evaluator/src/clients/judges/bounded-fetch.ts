// A verdict is some hundred bytes; with what vendors put around it, some thousand.
const ANSWER_BYTES_MAX = 1024 * 1024;

/** An answer was longer than any verdict is. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
}

/**
 * Fetches an answer whole, as long as it is not huge. It follows no redirect: a key must not go
 * anywhere but to the address that it was configured with.
 */
export function makeBoundedFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    const { status, statusText } = response;
    const body: ReadableStream<Uint8Array> | null = response.body;
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > ANSWER_BYTES_MAX) throw new AnswerTooLong(`More than ${ANSWER_BYTES_MAX} bytes`);
      chunks.push(chunk);
    }
    const headers = [...response.headers];
    return new Response(Buffer.concat(chunks), { status, statusText, headers });
  };
}
