import type { LinkTokens, ObjectStore } from '@output-review/runtime';

import type { MediaFile } from '../../domain/media-file.ts';
import type { WantedMedia } from '../../use-cases/media/find-media.ts';
import type { PutUpload } from '../../use-cases/uploads/put-upload.ts';

/** What the door of files does, for who has a link. */
export interface DoorActions {
  readonly tokens: Pick<LinkTokens, 'verifyRead' | 'verifyWrite'>;
  /** Throws NOT_FOUND, UPLOAD_CONSUMED. */
  readonly findLinked: (wanted: WantedMedia) => Promise<MediaFile>;
  readonly store: Pick<ObjectStore, 'get'>;
  readonly putUpload: PutUpload;
}
