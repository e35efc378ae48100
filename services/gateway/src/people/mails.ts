import { hash } from 'node:crypto';

import type { DestinationsSwitchedOff } from '@output-review/contracts';
import type { Mail } from '@output-review/runtime';

import type { Context } from '../context.ts';
import { adminsOf } from './members.sql.ts';
import { makeLink } from './passwords.ts';
import { type Addressee, LINK_MS, linkOf, type LinkPurpose } from './people.pure.ts';

/**
 * The mails of accounts, created and sent in the background; none if mail is not configured. They contain no user
 * input, because otherwise strangers could send any text to any address.
 */
export function mailVerification(ctx: Context, { id, email }: Omit<Addressee, 'isVerified'>): void {
  ctx.mailer?.post(async () => ({
    to: email,
    subject: 'Confirm your email address for Output Review',
    text: paragraphs(
      `An account was created with this address at ${ctx.listener.url}.`,
      `To confirm that it was you, open this link within ${hours('verify-email')}:`,
      (await makeLink(ctx, id, 'verify-email')).link,
      'If it was not you, ignore this email.',
    ),
  }));
}

/** For a user who has an account and signs up again. */
export function mailOfAccount(ctx: Context, to: string): void {
  ctx.mailer?.post(async () => ({
    to,
    subject: 'You already have an Output Review account',
    text: paragraphs(
      `Someone, perhaps you, tried to sign up with this address at ${ctx.listener.url}.`,
      'An account with this address already exists. Sign in, or reset your password.',
      'If it was not you, ignore this email.',
    ),
  }));
}

/** For a user who has an account and accepts an invitation as a newcomer. Created here but not sent. */
export function mailOfInvitation(
  { listener }: Context,
  to: string,
  token: string,
): Omit<Mail, 'id'> {
  return {
    to,
    subject: 'You already have an Output Review account',
    text: paragraphs(
      `Someone, perhaps you, accepted an invitation with this address at ${listener.url}.`,
      'An account with this address already exists. To join with it, open this link and sign in:',
      linkOf(listener.url, 'invitation', token),
      'If it was not you, ignore this email.',
    ),
  };
}

/** The link to reset a password. */
export function mailPasswordReset(ctx: Context, { id, email }: Addressee): void {
  ctx.mailer?.post(async () => ({
    to: email,
    subject: 'Reset your Output Review password',
    text: paragraphs(
      'Someone, perhaps you, asked to reset the password of your account at ' +
        `${ctx.listener.url}.`,
      `To choose a new password, open this link within ${hours('reset-password')}:`,
      (await makeLink(ctx, id, 'reset-password')).link,
      'If it was not you, ignore this email. Your password stays the same.',
    ),
  }));
}

/**
 * Emails each admin of a workspace that one of its destinations was switched off. A repeat sends mails with the same
 * IDs, which email clients recognize as duplicates.
 */
export async function mailSwitchedOff(
  { db, mailer, listener }: Context,
  { workspaceId, destinationId, ...told }: DestinationsSwitchedOff,
): Promise<void> {
  const { workspaceName, emails } = await adminsOf(db, workspaceId);
  const { address, failingSince, switchedOffAt } = told;
  const mails = emails.map((to) => ({
    to,
    // Contains no names, because user input could break the header.
    subject: 'A destination of your workspace was switched off',
    text: [
      `${address} has not accepted anything since ${failingSince}, so the workspace`,
      `${workspaceName} no longer sends anything to it.\n\nUndelivered events are kept for 30 days.`,
      `Once the destination works again, switch it on and resend them: ${listener.url}/destinations\n`,
    ].join(' '),
    // Derived from the address, not from its position: the admins may change before the repeat.
    id: `switched-off-${destinationId}-${Date.parse(switchedOffAt)}-${hash('sha256', to).slice(0, 16)}`,
  }));
  await mailer?.sendNotice(workspaceId, mails);
}

function paragraphs(...texts: readonly string[]): string {
  return `${texts.join('\n\n')}\n`;
}

function hours(purpose: LinkPurpose): string {
  const count = LINK_MS[purpose] / 3_600_000;
  return count === 1 ? '1 hour' : `${count} hours`;
}
