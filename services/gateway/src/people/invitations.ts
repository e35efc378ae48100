import type { Role } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { newId, newSecret } from '@output-review/runtime';
import { unredacted, type AuditOrigin, transact, type Tx } from '@output-review/shared-kernel';

import { type ClientInfo, originOf, type UserRequest } from '../access/requests.ts';
import type { Context } from '../context.ts';
import { holdAsAdmin, holdWorkspace } from '../workspaces/workspaces.sql.ts';
import { insertUser } from './accounts.sql.ts';
import { makeUser, startFirstSession } from './accounts.ts';
import { publishPeople } from './announce.sql.ts';
import {
  findInvitation,
  insertInvitation,
  removeInvitation,
  removeInvitationsOf,
  renewInvitation,
  takeInvitation,
} from './invitations.sql.ts';
import { mailOfInvitation, mailVerification } from './mails.ts';
import { addMember } from './members.sql.ts';
import {
  type Invitation,
  type ListedInvitation,
  type NewUser,
  normalEmail,
} from './people.pure.ts';
import { moveSession } from './sessions.sql.ts';

/** How long an invitation is valid. Source: the interface. */
const INVITATION_MS = 7 * 24 * 60 * 60_000;

/** @returns the invitation with its token, which is not stored. */
export function invite(
  ctx: Context,
  origin: UserRequest,
  { email, role }: { readonly email: string | null; readonly role: Role },
): Promise<ListedInvitation & { readonly token: string }> {
  const { workspaceId, userId, email: createdBy } = origin.principal;
  return ctx.turns.transact(ctx, workspaceId, async (tx) => {
    await holdAsAdmin(tx, origin);
    const createdAt = ctx.clock.now();
    const invitation = {
      ...{ id: newId(), token: newSecret(), workspaceId, role, createdAt },
      email: email === null ? null : normalEmail(email),
      expiresAt: new Date(createdAt.getTime() + INVITATION_MS),
    };
    await insertInvitation(tx, { ...invitation, createdBy: userId });
    tx.audit(origin, {
      ...{ workspaceId, action: 'invitation.created' },
      target: { kind: 'invitation', id: invitation.id },
      after: { role: unredacted(role), email: invitation.email },
    });
    return { ...invitation, createdBy };
  });
}

/** @throws AppError NOT_FOUND. */
export function takeBack(ctx: Context, origin: UserRequest, id: string): Promise<void> {
  const { workspaceId } = origin.principal;
  return transact(ctx, async (tx) => {
    const revoked = await removeInvitation(tx, id, { workspaceId, now: ctx.clock.now() });
    if (!revoked) throw new AppError('NOT_FOUND', 'There is no invitation with this ID.');
    auditRevoked(tx, origin, revoked);
  });
}

/** The same for all invitations that a member created. */
export async function takeBackAll(
  tx: Tx,
  origin: UserRequest,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<void> {
  const removed = await removeInvitationsOf(tx, origin.principal.workspaceId, userId);
  // Expired invitations could no longer be accepted, so they are not recorded.
  for (const each of removed) if (each.expiresAt > now) auditRevoked(tx, origin, each);
}

function auditRevoked(
  tx: Tx,
  origin: UserRequest,
  { workspaceId, id, role, email }: Invitation,
): void {
  tx.audit(origin, {
    ...{ workspaceId, action: 'invitation.revoked', target: { kind: 'invitation', id } },
    before: { role: unredacted(role), email },
  });
}

/** The caller who accepts: a signed-in user, or a newcomer who creates an account. */
export type Accepting =
  | { readonly kind: 'user'; readonly id: string; readonly email: string; readonly session: string }
  | {
      readonly kind: 'newcomer';
      readonly name: string | null;
      readonly email: string | null;
      readonly password: string | null;
    };

export interface Accepted {
  readonly workspaceId: string;
  /** The token of the session that it started; null if none. */
  readonly session: string | null;
  readonly needsVerification: boolean;
}

/** @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT, UNAUTHENTICATED, VALIDATION_FAILED, RATE_LIMITED. */
export async function acceptBy(
  ctx: Context,
  token: string,
  { accepting, client }: { readonly accepting: Accepting; readonly client: ClientInfo },
): Promise<Accepted> {
  // Checked first, so that no password is hashed for an invalid invitation.
  const invitation = await findInvitation(ctx.db, token, ctx.clock.now());
  if (!invitation) throw noInvitation();
  const { workspaceId, role } = invitation;
  const joining = { token, workspaceId };
  const originFor = ({ id: userId, email }: Joining['user']) =>
    originOf({ workspaceId, userId, email, role }, client);
  if (accepting.kind === 'user') {
    const origin = originFor(accepting);
    await ctx.turns.transact(ctx, workspaceId, async (tx) => {
      await join(tx, { ...joining, origin, user: accepting, now: ctx.clock.now() });
      await moveSession(tx, accepting.session, workspaceId);
    });
    return { workspaceId, session: null, needsVerification: false };
  }
  const user = await newcomer(ctx, accepting, { invitation, client });
  const origin = originFor(user);
  const joined = await ctx.turns.transact(ctx, workspaceId, async (tx) => {
    if (!(await insertUser(tx, user))) return null;
    await join(tx, { ...joining, origin, user, now: ctx.clock.now() });
    return { session: await startFirstSession(ctx, tx, { user, client }) };
  });
  if (joined) mailVerification(ctx, user);
  else await passToAccount(ctx, token, user.email);
  return { workspaceId, session: joined?.session ?? null, needsVerification: ctx.mailer !== null };
}

/**
 * Lets the owner of an existing account join by an emailed link. As with a newcomer, the caller learns only that a mail
 * was sent, and can no longer use the invitation.
 *
 * @throws AppError NOT_FOUND; CONFLICT if mail is not configured.
 */
async function passToAccount(ctx: Context, token: string, email: string): Promise<void> {
  const { mailer, db, clock } = ctx;
  if (!mailer) {
    throw new AppError(
      'CONFLICT',
      'An account with this email address already exists. Sign in first.',
    );
  }
  const renewed = newSecret();
  // The renewal invalidates the former link, so the mail could not be requested again.
  const send = await db.transaction(async (tx) => {
    const renewal = { renewed, email, now: clock.now() };
    if (!(await renewInvitation(tx, token, renewal))) throw noInvitation();
    return mailer.keep(tx, mailOfInvitation(ctx, email, renewed));
  });
  send();
}

interface Joining {
  readonly token: string;
  readonly workspaceId: string;
  readonly origin: AuditOrigin;
  readonly user: { readonly id: string; readonly email: string };
  readonly now: Date;
}

async function join(tx: Tx, { token, workspaceId, origin, user, now }: Joining): Promise<void> {
  // A workspace that is being erased gets no new members.
  await holdWorkspace(tx, workspaceId);
  const invitation = await takeInvitation(tx, token, now);
  if (!invitation) throw noInvitation();
  if (!isFor(invitation, user.email)) throw forAnother();
  const { id: invitationId, role } = invitation;
  if (!(await addMember(tx, { workspaceId, userId: user.id, role, joinedAt: now }))) {
    throw new AppError('CONFLICT', 'You are already a member of this workspace.');
  }
  await publishPeople(tx, workspaceId, now);
  tx.audit(origin, {
    ...{ workspaceId, action: 'member.joined', target: { kind: 'member', id: user.id } },
    after: { role: unredacted(role), email: user.email, invitationId: unredacted(invitationId) },
  });
}

interface Inviting {
  readonly invitation: Pick<Invitation, 'email'>;
  readonly client: ClientInfo;
}

async function newcomer(
  ctx: Context,
  { name, password, ...given }: Extract<Accepting, { kind: 'newcomer' }>,
  { invitation, client }: Inviting,
): Promise<NewUser> {
  if (name === null && password === null) {
    throw new AppError(
      'UNAUTHENTICATED',
      'Sign in, or send a name and a password to create an account.',
    );
  }
  const email = given.email ?? invitation.email;
  if (name === null || password === null || email === null) {
    const fields = Object.entries({ name, password, email }).filter(([, value]) => value === null);
    throw new AppError('VALIDATION_FAILED', 'The request is not valid.', {
      fields: Object.fromEntries(fields.map(([field]) => [field, 'Required.'])),
    });
  }
  // Checked before the answer can reveal whether this address has an account.
  if (!isFor(invitation, email)) throw forAnother();
  if (ctx.mailer) {
    await ctx.limiter.limitMails({ kind: 'invitation', email, address: client.clientAddress });
  }
  return makeUser(ctx, { name, email, password }, client);
}

export function noInvitation(): AppError {
  return new AppError('NOT_FOUND', 'This invitation is no longer valid. Ask for a new one.');
}

/** Whether a user with this address may accept it. */
function isFor({ email }: Pick<Invitation, 'email'>, address: string): boolean {
  return email === null || email === normalEmail(address);
}

function forAnother(): AppError {
  return new AppError('FORBIDDEN', 'This invitation is for another email address.');
}
