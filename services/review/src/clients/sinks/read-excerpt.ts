const EXCERPT_BYTES_MAX = 1_024;
// What is read to its end leaves the connection open for the next delivery; nobody waits for more.
const READ_BYTES_MAX = 16 * 1_024;

type Chunks = AsyncIterable<Uint8Array> | null;

/**
 * The first 1 KB of an answer as text; null for none. A long answer is cut off, which closes its
 * connection; one that breaks off or stops says as much as has come.
 */
export async function readExcerpt(body: Chunks): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      if (bytes < EXCERPT_BYTES_MAX) chunks.push(chunk);
      bytes += chunk.byteLength;
      if (bytes > READ_BYTES_MAX) break;
    }
  } catch {
    // The status has been told; the rest of the answer decides nothing.
  }
  if (bytes === 0) return null;
  const text = Buffer.concat(chunks).subarray(0, EXCERPT_BYTES_MAX).toString('utf8');
  // PostgreSQL keeps no U+0000.
  return text.replaceAll('\0', '\uFFFD');
}
