/** What a link of a mail is for; it does nothing else. */
export type LinkPurpose = 'reset-password' | 'verify-email';

const MINUTE_MS = 60_000;

/** How long links are good. Source of the first: the interface. */
export const LINK_MS: Readonly<Record<LinkPurpose, number>> = {
  'reset-password': 60 * MINUTE_MS,
  // Mails may wait for a morning; and it proves no more than that a mailbox is read.
  'verify-email': 24 * 60 * MINUTE_MS,
};

/** Somebody to whom links are sent. */
export interface Addressee {
  readonly id: string;
  readonly email: string;
  readonly isVerified: boolean;
}
