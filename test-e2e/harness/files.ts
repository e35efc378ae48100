import { randomUUID } from 'node:crypto';

import type { Answer, Client, JsonObject } from './client.ts';

/** A file of an output in responses of the API. */
export interface ShownFile {
  readonly role: string;
  readonly key: string;
  readonly url: string;
  readonly filename: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly label: string | null;
}

/** A text unique to a test, so that files cannot be confused. */
export function uniqueText(what: string): string {
  return `${what} ${randomUUID()}\n`;
}

export interface Announced {
  readonly filename?: string;
  readonly contentType?: string;
  readonly sizeBytes?: number;
}

/** Creates an upload and sends its bytes. @returns its key. */
export async function upload(client: Client, text: string, announced: Announced = {}) {
  const ticket = await client.post('/api/uploads', {
    contentType: 'text/plain',
    sizeBytes: Buffer.byteLength(text),
    ...announced,
  });
  if (ticket.status !== 201)
    throw new Error(`Creating an upload answered ${ticket.status}: ${ticket.text}`);
  const put = await putBytes(ticket.body, text);
  if (!put.ok) throw new Error(`Uploading answered ${put.status}: ${await put.text()}`);
  return String(ticket.body['key']);
}

/** Uploads with the headers of the ticket and without a credential. */
function putBytes(ticket: JsonObject, text: string): Promise<Response> {
  const headers = ticket['headers'] as Record<string, string>;
  return fetch(String(ticket['uploadUrl']), { method: 'PUT', headers, body: text });
}

/** Requests a link for a key, path or URL. */
export function askLink(client: Client, source: string, more: Record<string, string> = {}) {
  return client.get(`/api/media-url?${new URLSearchParams({ source, ...more }).toString()}`);
}

/** Fetches the text of a link like a browser, without own headers. */
async function readLink({ status, text, body }: Answer): Promise<string> {
  if (status !== 200) throw new Error(`Requesting a link answered ${status}: ${text}`);
  const answer = await fetch(String(body['url']));
  if (!answer.ok) throw new Error(`The link answered ${answer.status}: ${await answer.text()}`);
  return answer.text();
}

/** Reads the text of a file by its key, path or URL. */
export async function readFileText(client: Client, source: string): Promise<string> {
  return readLink(await askLink(client, source));
}

/** The files of an output. */
export async function filesOf(client: Client, id: string): Promise<readonly ShownFile[]> {
  const answer = await client.get(`/api/logs/${id}`);
  if (answer.status !== 200)
    throw new Error(`Reading ${id} answered ${answer.status}: ${answer.text}`);
  return answer.body['attachments'] as ShownFile[];
}

/** The only file of an output. */
export async function fileOf(client: Client, id: string): Promise<ShownFile> {
  const files = await filesOf(client, id);
  const [file] = files;
  if (!file || files.length > 1) throw new Error(`${id} has ${files.length} files`);
  return file;
}

/** A file sent inline in a submission. */
export function inBody(text: string, more: JsonObject = {}): JsonObject {
  return {
    source: 'upload',
    data: Buffer.from(text).toString('base64'),
    filename: 'a.txt',
    ...more,
  };
}
