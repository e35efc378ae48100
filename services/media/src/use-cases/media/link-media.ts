import { tidyFilename } from '../../bytes/filename.ts';
import type { MediaFile } from '../../domain/media-file.ts';
import type { FileLinks, ReadLink } from '../../links/file-links.ts';
import type { AskGateway } from '../claims/settle-claims.ts';
import type { FindMedia, WantedMedia } from './find-media.ts';

export interface LinkMediaDeps {
  readonly findMedia: FindMedia;
  readonly links: Pick<FileLinks, 'toRead'>;
}

export interface WantedLink extends WantedMedia {
  /** In the place of its own name; null keeps that. */
  readonly filename: string | null;
  readonly isDownload: boolean;
  readonly ignoresCredential: boolean;
}

export type LinkMedia = ReturnType<typeof makeLinkMedia>;

export const makeLinkMedia =
  ({ findMedia, links }: LinkMediaDeps) =>
  /**
   * Makes a link that downloads a file.
   *
   * @throws AppError NOT_FOUND, UPLOAD_CONSUMED, UNAVAILABLE.
   */
  async (
    { filename: wantedName, isDownload, ignoresCredential, ...wanted }: WantedLink,
    askGateway: AskGateway,
  ): Promise<{ readonly file: MediaFile; readonly link: ReadLink }> => {
    const found = await findMedia(wanted, askGateway);
    const file = { ...found, filename: tidyFilename(wantedName ?? '') ?? found.filename };
    const { filename } = file;
    return { file, link: await links.toRead(file, { filename, isDownload, ignoresCredential }) };
  };
