import type { LinkSigner, LinkUpload } from '../link-signer.ts';
import { checkObjectKey } from '../object-key.ts';
import type { S3Options } from './s3-settings.ts';
import { makeRequestSigner, type RequestToSign } from './sign-request.ts';

export interface S3LinkSignerOptions extends S3Options {
  readonly publicUrl: string;
  readonly findPutFaults: () => Promise<readonly string[]>;
}

/** Signs links for the address at which browsers reach the store. */
export function makeS3LinkSigner(options: S3LinkSignerOptions): LinkSigner {
  const { publicUrl, clock, findPutFaults } = options;
  const sign = makeRequestSigner({ ...options, endpoint: publicUrl }, clock);
  return {
    signGet: (key, { contentType, disposition }) => {
      checkObjectKey(key);
      return sign({
        method: 'GET',
        key,
        query: {
          'response-content-type': contentType,
          'response-content-disposition': disposition,
        },
      });
    },
    async signPut(key, upload) {
      checkObjectKey(key);
      if ((await findPutFaults()).length > 0) return null;
      const url = await sign(uploadToSign(key, upload));
      return { url, headers: { 'content-type': upload.contentType } };
    },
    findPutFaults,
  };
}

/** The request to sign for an upload of exactly this type and size. */
export function uploadToSign(key: string, { contentType, size }: LinkUpload): RequestToSign {
  const headers = { 'content-length': String(size), 'content-type': contentType };
  return { method: 'PUT', key, headers };
}
