import { request } from 'node:http';

import { type Principal, SCOPES } from '@output-review/contracts';
import { type ApiAnswer, type ApiClient, makeApiClient } from '@output-review/runtime/testing';

import { anAttempt, claimingIn } from '../claiming.ts';
import { PUBLIC_URL, type TestMedia } from '../test-media.ts';

export interface Ticket {
  readonly uploadUrl: string;
  readonly key: string;
  readonly contentType: string;
  readonly headers: Record<string, string>;
  readonly maxBytes: number;
}

export interface MediaLink {
  readonly url: string;
  readonly expiresAt: string;
  readonly key: string;
  readonly filename: string;
  readonly contentType: string;
  readonly sizeBytes: number;
}

type Init = Parameters<typeof fetch>[1];

/** An API client of a workspace, for files. */
export interface LinkClient {
  readonly api: ApiClient;
  readonly workspaceId: string;
  announce(announced?: object): Promise<Ticket>;
  /** Creates an upload and stores its bytes. @returns its key. */
  upload(bytes: string | Buffer, announced?: object): Promise<string>;
  /** Creates an output with a file. @returns the key of the file. */
  keep(bytes: string | Buffer, filename?: string): Promise<string>;
  mediaUrl(source: string, query?: Record<string, string>): Promise<ApiAnswer>;
  linkTo(source: string, query?: Record<string, string>): Promise<MediaLink>;
}

/** Fetches a link from the listener of the service, whatever the public address is. */
export function openLink(
  { service }: Pick<TestMedia, 'service'>,
  url: string,
  init: Init = {},
): Promise<Response> {
  return fetch(url.replace(PUBLIC_URL, service.url), { redirect: 'manual', ...init });
}

export async function linkClient(media: TestMedia, workspaceId: string): Promise<LinkClient> {
  const token: Principal = {
    ...{ kind: 'token', workspaceId, tokenId: 't1', name: null },
    scopes: SCOPES,
  };
  const api = makeApiClient(media.service.url, await media.assertions.headersFor(token));
  const claiming = claimingIn(media, workspaceId);
  const announce: LinkClient['announce'] = async (announced = {}) => {
    const { status, body } = await api.post('/api/uploads', announced);
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body as Ticket;
  };
  const mediaUrl: LinkClient['mediaUrl'] = (source, query = {}) =>
    api.get(`/api/media-url?${new URLSearchParams({ source, ...query }).toString()}`);
  return {
    ...{ api, workspaceId, announce, mediaUrl },
    async upload(bytes, announced) {
      const { uploadUrl, key, headers } = await announce(announced);
      const answer = await openLink(media, uploadUrl, { method: 'PUT', headers, body: bytes });
      if (answer.status !== 200) throw new Error(await answer.text());
      return key;
    },
    async keep(bytes, filename = 'a.txt') {
      const attempt = anAttempt();
      const data = Buffer.from(bytes).toString('base64');
      const reference = { source: 'upload', data, filename } as const;
      const [file] = await claiming.claimed(attempt, { attachments: [reference] });
      await claiming.confirm(attempt);
      return file!.key;
    },
    async linkTo(source, query) {
      const { status, body } = await mediaUrl(source, query);
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body as MediaLink;
    },
  };
}

export interface RawPut {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly parts: readonly (string | Buffer)[];
  /** Disconnects after the parts. */
  readonly breaksOff?: boolean;
}

/** Sends bytes that may contradict the headers. @returns the status; null without a response. */
export function putRaw(media: TestMedia, { url, headers, parts, breaksOff }: RawPut) {
  return new Promise<number | null>((resolve) => {
    const target = url.replace(PUBLIC_URL, media.service.url);
    const sending = request(target, { method: 'PUT', headers });
    sending.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? null);
      sending.destroy();
    });
    sending.on('error', () => resolve(null));
    for (const part of parts) sending.write(part);
    if (breaksOff) setTimeout(() => sending.destroy(), 100);
    else sending.end();
  });
}
