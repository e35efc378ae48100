import { INTERNAL_OPERATIONS, type NotificationSettingsChange } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import type { Context } from '../context.ts';
import { hasProven } from '../people/members.sql.ts';
import { normalEmail } from '../people/people.pure.ts';
import { questionAbout } from './peers.ts';
import type { SettingsRef } from './settings.pure.ts';

/**
 * Where anybody can have a workspace, what it writes is mailed only to who is in it and has confirmed the address:
 * else strangers could have us write what they like to whomever they like. What is set already stays.
 *
 * @throws AppError VALIDATION_FAILED.
 */
export async function checkMailbox(
  ctx: Context,
  ref: SettingsRef,
  { notificationEmail: email }: NotificationSettingsChange,
): Promise<void> {
  if (!ctx.isSignUpOpen || !ctx.mailer || email === undefined || email === null) return;
  if (await hasProven(ctx.db, ref.workspaceId, normalEmail(email))) return;
  const { readNotificationSettings } = INTERNAL_OPERATIONS;
  const present = await ctx.review.call(readNotificationSettings, questionAbout(ctx, ref));
  if (email === present.notificationEmail) return;
  throw new AppError('VALIDATION_FAILED', 'The settings are invalid. See `fields`.', {
    fields: { notificationEmail: NOT_OF_A_MEMBER },
  });
}

const NOT_OF_A_MEMBER =
  'Must be the confirmed address of a member, because anyone can sign up on this installation. Invite this address to the workspace first.';
