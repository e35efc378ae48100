import { type Addressee, LINK_MS, type LinkPurpose } from '../../domain/people/link.ts';
import type { AccountMails } from './new-account.ts';

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The mails of accounts; each is made and sent in the background. */
export interface PasswordMails extends AccountMails {
  /** The link for a new password. */
  resetPassword(user: Addressee): void;
}

interface Deps {
  readonly post: (make: () => Promise<Mail | null>) => void;
  /** Makes a link and keeps it. @returns its token. */
  readonly makeLink: (userId: string, purpose: LinkPurpose) => Promise<string>;
  /** Where a link leads, and what links begin with. */
  readonly linkOf: (purpose: LinkPurpose, token: string) => string;
  readonly publicUrl: () => string;
}

/**
 * Writes the mails of accounts. Nothing that anybody has typed stands in them: else they would carry
 * what strangers write to whomever they like.
 */
export function makeAccountMails({ post, makeLink, linkOf, publicUrl }: Deps): PasswordMails {
  const linkFor = async (userId: string, purpose: LinkPurpose): Promise<string> =>
    linkOf(purpose, await makeLink(userId, purpose));
  return {
    verifyAddress: ({ id, email }) =>
      post(async () => ({
        to: email,
        subject: 'Confirm your e-mail address',
        text: paragraphs(
          `Somebody has made an account with this address at ${publicUrl()}.`,
          `To confirm that it was you, open this link within ${hours('verify-email')}:`,
          await linkFor(id, 'verify-email'),
          'If it was not you, do nothing.',
        ),
      })),
    tellOfAccount: (to) =>
      post(() =>
        Promise.resolve({
          to,
          subject: 'You have an account already',
          text: paragraphs(
            `Somebody, perhaps you, has signed up with this address at ${publicUrl()}.`,
            'There is an account with it already: sign in, or have your password reset.',
            'If it was not you, do nothing.',
          ),
        }),
      ),
    resetPassword: ({ id, email }) =>
      post(async () => ({
        to: email,
        subject: 'Choose a new password',
        text: paragraphs(
          `Somebody, perhaps you, has forgotten the password of your account at ${publicUrl()}.`,
          `To choose a new one, open this link within ${hours('reset-password')}:`,
          await linkFor(id, 'reset-password'),
          'If it was not you, do nothing: your password stays.',
        ),
      })),
  };
}

function paragraphs(...texts: readonly string[]): string {
  return `${texts.join('\n\n')}\n`;
}

function hours(purpose: LinkPurpose): string {
  const count = LINK_MS[purpose] / 3_600_000;
  return count === 1 ? 'an hour' : `${count} hours`;
}
