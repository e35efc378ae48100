import { AppError } from '@output-review/errors';
import { newId, newSecret } from '@output-review/runtime';
import { transact } from '@output-review/shared-kernel';

import { type ClientInfo, originOf, type UserRequest } from '../access/requests.ts';
import type { Context } from '../context.ts';
import { workspacesOf } from '../workspaces/workspaces.sql.ts';
import {
  findHash,
  findUserByEmail,
  markVerified,
  setPassword,
  startSession,
} from './accounts.sql.ts';
import { knownAs, strangerAt } from './hash-queue.ts';
import { findAddressee, insertLink, removeLinks, takeLink } from './links.sql.ts';
import { LINK_MS, linkOf, type LinkPurpose, normalEmail } from './people.pure.ts';
import { auditOfUser } from './sessions.ts';
import { endSessions, moveSession } from './sessions.sql.ts';

export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly userAgent: string | null;
  /** Whether the browser keeps its cookie after it is closed. */
  readonly isRemembered: boolean;
}

/**
 * Changes a password, and ends every session and reset link of its user. Someone who knew the former password or read a
 * mail loses access.
 *
 * @returns the token of the session that replaces this one.
 * @throws AppError VALIDATION_FAILED.
 */
export async function replacePassword(
  ctx: Context,
  origin: UserRequest,
  { currentPassword, newPassword, userAgent, isRemembered }: PasswordChange,
): Promise<string> {
  const { db, hashes, clock } = ctx;
  const { userId, workspaceId, email } = origin.principal;
  const currentHash = await findHash(db, userId);
  if (currentHash === null) throw wrongPassword();
  const current = { hash: currentHash, password: currentPassword };
  const asker = knownAs(email);
  if (!(await hashes.inTurn(asker, (hasher) => hasher.verify(current)))) throw wrongPassword();
  const passwordHash = await hashes.inTurn(asker, (hasher) => hasher.hash(newPassword));
  const token = newSecret();
  const workspaces = await workspacesOf(db, userId);
  await transact(ctx, async (tx) => {
    const at = clock.now();
    // Before the password, in the order of a reset, so that the two do not deadlock.
    await removeLinks(tx, 'reset-password', userId);
    if (!(await setPassword(tx, { userId, passwordHash, currentHash, at }))) throw wrongPassword();
    await endSessions(tx, userId);
    await startSession(tx, {
      ...{ token, userId, hash: passwordHash, userAgent, isRemembered },
      ...{ address: origin.clientAddress, createdAt: at },
    });
    await moveSession(tx, token, workspaceId);
    auditOfUser(tx, origin, { workspaces, action: 'session.password_changed' });
  });
  return token;
}

function wrongPassword(): AppError {
  return new AppError('VALIDATION_FAILED', 'The request is not valid.', {
    fields: { currentPassword: 'Is not your current password.' },
  });
}

/**
 * Replaces a forgotten password with a link, once, and ends all sessions of its user. The link was emailed, so it
 * confirms the address too.
 *
 * @throws AppError NOT_FOUND.
 */
export async function resetForgottenPassword(
  ctx: Context,
  { token, newPassword }: { readonly token: string; readonly newPassword: string },
  client: ClientInfo,
): Promise<void> {
  const { db, hashes, clock } = ctx;
  const link = { purpose: 'reset-password', token } as const;
  const user = await findAddressee(db, link, clock.now());
  if (!user) throw noLink();
  const { id: userId, email } = user;
  const asker = strangerAt(client.clientAddress);
  const passwordHash = await hashes.inTurn(asker, (hasher) => hasher.hash(newPassword));
  const workspaces = await workspacesOf(db, userId);
  const { id: workspaceId = '', role = 'viewer' } = workspaces[0] ?? {};
  const origin = originOf({ workspaceId, userId, email, role }, client);
  await transact(ctx, async (tx) => {
    if (!(await takeLink(tx, link, userId))) throw noLink();
    await setPassword(tx, { userId, passwordHash, at: clock.now() });
    await markVerified(tx, userId);
    await endSessions(tx, userId);
    auditOfUser(tx, origin, { workspaces, action: 'session.password_reset' });
  });
}

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

/** Confirms an address with a link. @throws AppError NOT_FOUND. */
export async function confirmAddress({ db, clock }: Context, token: string): Promise<void> {
  const user = await findAddressee(db, { purpose: 'verify-email', token }, clock.now());
  if (!user) throw noLink();
  await markVerified(db, user.id);
}

function noLink(): AppError {
  return new AppError('NOT_FOUND', 'This link is no longer valid. Request a new one.');
}
