import { Readable } from 'node:stream';

import type { FileData, FileReferenceData } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import type { ApiAnswer } from '@output-review/runtime/testing';

import type { ClaimKey } from '../src/claims/claims.pure.ts';
import { findFile } from '../src/claims/find-media.sql.ts';
import { insertUpload, recordStored } from '../src/uploads/uploads.sql.ts';
import { readUsage } from '../src/usage/usage.sql.ts';
import { listKeys } from './object-store/store-subject.ts';
import { QUOTA_BYTES, type TestMedia } from './test-media.ts';

/** What the gateway and API clients do with the files of a workspace. */
export interface Claiming {
  readonly workspaceId: string;
  /** Creates an upload and stores its bytes. @returns its key. */
  upload(content: string, announced?: { readonly sizeBytes?: number }): Promise<string>;
  /** Creates an upload without bytes. */
  announce(announced?: { readonly sizeBytes?: number }): Promise<string>;
  claim(claim: Attempt, files: Files): Promise<ApiAnswer>;
  /** Claims, and throws if the claim is refused. */
  claimed(claim: Attempt, files: Files): Promise<readonly FileData[]>;
  confirm(claim: Attempt): Promise<ApiAnswer>;
  release(claim: Attempt): Promise<ApiAnswer>;
  delete(...outputIds: string[]): Promise<ApiAnswer>;
  /** The storage used by the workspace, in bytes. */
  usage(): Promise<number>;
  setQuota(bytes: number | null): Promise<ApiAnswer>;
  /** Reads the text of a file by a link, as the judge of its output does; null if there is no such file. */
  read(key: string): Promise<string | null>;
}

export type Attempt = Omit<ClaimKey, 'workspaceId'>;

export interface Files {
  readonly attachments?: readonly FileReferenceData[];
  readonly outputAttachments?: readonly FileReferenceData[];
}

/** An attempt to accept an output, which is new unless given. */
export const anAttempt = (outputId = newId()): Attempt => ({ outputId, attempt: newId() });

/** A text file sent inline. */
export const inline = (content: string, filename = 'a.txt'): FileReferenceData => ({
  ...{ source: 'upload', data: Buffer.from(content).toString('base64'), filename },
});

export const uploaded = (key: string): FileReferenceData => ({ source: 'uploaded', key });
export const stored = (key: string): FileReferenceData => ({ source: 'stored', key });

/** Acts on the files of a workspace, which is new unless given. */
export function claimingIn(media: TestMedia, workspaceId = newId()): Claiming {
  const { internal, store, db, clock } = media;
  const announce: Claiming['announce'] = async ({ sizeBytes } = {}) => {
    const key = `${workspaceId}/uploads/${newId()}-a.txt`;
    const upload = {
      ...{ workspaceId, key, objectKey: `${workspaceId}/${newId()}`, filename: 'a.txt' },
      ...{ contentType: null, sizeBytes: sizeBytes ?? null, createdAt: clock.now() },
    };
    await db.transaction((tx) => insertUpload(tx, upload, QUOTA_BYTES));
    return key;
  };
  const upload: Claiming['upload'] = async (content, announced) => {
    const key = await announce(announced);
    await putUpload(media, key, content);
    return key;
  };
  const claim: Claiming['claim'] = (attempt, { attachments = [], outputAttachments = [] }) =>
    internal.post('/internal/files/claim', {
      ...{ workspaceId, ...attempt, attachments, outputAttachments },
    });
  return {
    ...{ workspaceId, announce, upload, claim },
    claimed: async (attempt, files) => {
      const { status, body } = await claim(attempt, files);
      if (status !== 200) throw new Error(`The claim was refused: ${JSON.stringify(body)}`);
      return (body as { files: FileData[] }).files;
    },
    confirm: (attempt) => internal.post('/internal/files/confirm', { workspaceId, ...attempt }),
    release: (attempt) => internal.post('/internal/files/release', { workspaceId, ...attempt }),
    delete: (...outputIds) => internal.post('/internal/files/delete', { workspaceId, outputIds }),
    usage: async () => (await readUsage(db, workspaceId, QUOTA_BYTES)).mediaBytes,
    setQuota: (mediaQuotaBytes) =>
      internal.patch('/internal/media-usage', { workspaceId, mediaQuotaBytes, isTrial: false }),
    read: async (key) => {
      const file = await findFile(db, key);
      if (!file) return null;
      const { contentType, sizeBytes } = file;
      const { token } = await media.links.sign({
        ...{ method: 'GET', workspaceId, key, contentType, sizeBytes },
        ...{ disposition: 'attachment', ignoresCredential: false },
      });
      const answer = await fetch(`${media.service.url}/files/${key}?link=${token}`);
      return answer.status === 404 ? null : answer.text();
    },
  };

  async function putUpload({ db: tables }: TestMedia, key: string, content: string) {
    const objectKey = `${workspaceId}/${newId()}`;
    const sizeBytes = Buffer.byteLength(content);
    const details = { size: sizeBytes, contentType: 'text/plain' };
    await store.put(objectKey, Readable.from([content]), details);
    const bytes = { key, objectKey, sizeBytes, contentType: details.contentType };
    await store.delete(await tables.transaction((tx) => recordStored(tx, bytes, QUOTA_BYTES)));
  }
}

/** The keys of a workspace's objects in the store. */
export function objectsOf(media: TestMedia, workspaceId: string): Promise<string[]> {
  return listKeys(media.store, `${workspaceId}/`);
}
