import type { AskGateway } from '../../use-cases/claims/settle-claims.ts';
import type { LinkMedia } from '../../use-cases/media/link-media.ts';
import type { AnnounceUpload } from '../../use-cases/uploads/announce-upload.ts';

/** What the routes do that give out links. */
export interface LinkActions {
  readonly linkMedia: LinkMedia;
  readonly announceUpload: AnnounceUpload;
  /** The key that a reference means; null where it is none of ours. */
  readonly readKey: (reference: string) => string | null;
  /** By which the gateway is asked in the name of a caller. */
  readonly gatewayFor: (caller: {
    readonly assertion: string;
    readonly requestId: string;
  }) => AskGateway;
}
