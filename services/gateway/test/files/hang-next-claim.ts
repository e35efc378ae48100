import type { FileData } from '@output-review/contracts';

import { type ClaimBody, type MediaPeer, takenFiles } from './media-peer.ts';

export interface HangingClaim {
  /** The claim, once it has arrived. */
  readonly arrived: Promise<ClaimBody>;
  /** Lets the claim be answered. */
  readonly goOn: () => void;
}

/** Holds back the answer to the next claim until the test releases it. Later claims are answered immediately. */
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
