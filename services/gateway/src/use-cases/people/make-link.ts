import { LINK_MS, type LinkPurpose } from '../../domain/people/link.ts';

interface Deps {
  readonly newId: () => string;
  /** 256 random bits. */
  readonly newSecret: () => string;
  readonly now: () => Date;
  readonly insert: (link: {
    readonly id: string;
    readonly purpose: LinkPurpose;
    readonly token: string;
    readonly userId: string;
    readonly now: Date;
    readonly expiresAt: Date;
  }) => Promise<void>;
}

export interface MadeLink {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Makes a link for a user; its token is kept nowhere. */
export const makeMakeLink =
  ({ newId, newSecret, now, insert }: Deps) =>
  async (userId: string, purpose: LinkPurpose): Promise<MadeLink> => {
    const at = now();
    const token = newSecret();
    const expiresAt = new Date(at.getTime() + LINK_MS[purpose]);
    await insert({ id: newId(), purpose, token, userId, now: at, expiresAt });
    return { token, expiresAt };
  };

export type MakeLink = ReturnType<typeof makeMakeLink>;
