import { AppError } from '@output-review/errors';
import { type LinkTokens, withDeadline } from '@output-review/runtime';

import type { LoadFilesDeps } from '../use-cases/judging/load-files.ts';

interface FilesDeps {
  /** Where the media service is; asked at each call. */
  readonly baseUrl: () => string;
  /**
   * Signs links as the media service does: jobs run in nobody's name, and a link asks for no
   * credential. Whoever has the key of secrets may sign one.
   */
  readonly tokens: Pick<LinkTokens, 'sign'>;
}

// For four megabytes at most, from a neighbour.
const TIMEOUT_MS = 10_000;

/** Reads bytes of files from the media service. */
export function makeReadFile({ baseUrl, tokens }: FilesDeps): LoadFilesDeps['readFile'] {
  return async ({ workspaceId, file, bytes }, signal) => {
    const { key, contentType, sizeBytes } = file;
    const { token } = await tokens.sign({
      ...{ method: 'GET', workspaceId, key, contentType, sizeBytes },
      ...{ disposition: 'attachment', ignoresCredential: false },
    });
    const url = `${baseUrl().replace(/\/$/, '')}/files/${key}?link=${token}`;
    return withDeadline({ timeoutMs: TIMEOUT_MS, signal }, async (ended) => {
      const headers = { range: `bytes=0-${bytes - 1}` };
      const answer = await fetch(url, { headers, redirect: 'error', signal: ended });
      if (answer.status === 404) {
        await answer.body?.cancel();
        return null;
      }
      const content = answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
      if (content?.byteLength === bytes) return content;
      throw new AppError('UNAVAILABLE', `The media service answered ${answer.status} for a file.`);
    });
  };
}
