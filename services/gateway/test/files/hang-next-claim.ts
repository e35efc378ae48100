import type { FileData } from '@output-review/contracts';

import { type ClaimBody, type MediaPeer, takenFiles } from './media-peer.ts';

export interface HangingClaim {
  /** The claim, once it has arrived. */
  readonly arrived: Promise<ClaimBody>;
  /** Lets it be answered. */
  readonly goOn: () => void;
}

/** The next claim is not answered until the test wants it; those after it are, at once. */
export function hangNextClaim(media: MediaPeer): HangingClaim {
  let goOn = (): void => undefined;
  const proceed = new Promise<void>((resolve) => (goOn = resolve));
  const arrived = new Promise<ClaimBody>((resolve) => {
    media.claim = async (body): Promise<FileData[]> => {
      media.claim = (each) => Promise.resolve(takenFiles(each));
      resolve(body);
      await proceed;
      return takenFiles(body);
    };
  });
  return { arrived, goOn };
}
