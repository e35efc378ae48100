import { AppError } from '@output-review/errors';
import { newId } from '@output-review/runtime';

import { newSecret } from '../access/secrets.ts';
import type { Context } from '../context.ts';
import { findUserByEmail } from './accounts.sql.ts';
import { insertLink } from './links.sql.ts';
import { LINK_MS, linkOf, type LinkPurpose, normalEmail } from './people.pure.ts';

/** Creates a link for a user. Its token is not stored. */
export async function makeLink(
  { db, clock, listener }: Context,
  userId: string,
  purpose: LinkPurpose,
): Promise<{ readonly link: string; readonly expiresAt: Date }> {
  const now = clock.now();
  const token = newSecret();
  const expiresAt = new Date(now.getTime() + LINK_MS[purpose]);
  await insertLink(db, { id: newId(), purpose, token, userId, now, expiresAt });
  return { link: linkOf(listener.url, purpose, token), expiresAt };
}

/** Creates a password reset link for the operator. @throws AppError NOT_FOUND, UNAVAILABLE. */
export async function linkForPassword(
  ctx: Context,
  email: string,
): Promise<{ readonly link: string; readonly expiresAt: string }> {
  const user = await findUserByEmail(ctx.db, normalEmail(email));
  if (!user) throw new AppError('NOT_FOUND', 'No account has this email address.');
  const { link, expiresAt } = await makeLink(ctx, user.id, 'reset-password');
  return { link, expiresAt: expiresAt.toISOString() };
}
