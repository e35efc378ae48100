import { AppError } from '@output-review/errors';
import { newId } from '@output-review/runtime';
import { unredacted, transact, type Tx } from '@output-review/shared-kernel';

import type { ClientInfo } from '../access/requests.ts';
import { newSecret } from '../access/secrets.ts';
import type { Context } from '../context.ts';
import { publishWorkspace } from '../workspaces/workspaces.sql.ts';
import { findAccount, insertUser, startSession } from './accounts.sql.ts';
import { knownAs, type PasswordHasher, strangerAt } from './hash-queue.ts';
import { mailOfAccount, mailVerification } from './mails.ts';
import { publishPeople } from './announce.sql.ts';
import { addMember, insertWorkspace } from './members.sql.ts';
import { type NewSession, type NewUser, normalEmail, originOf } from './people.pure.ts';
import { insertSession } from './sessions.sql.ts';

/** Who signs in, and how the session is known to its user. */
interface SignInTry extends Pick<NewSession, 'address' | 'userAgent' | 'isRemembered'> {
  /** The id of a browser that has signed in to this account before; else null. */
  readonly browser: string | null;
  readonly email: string;
  readonly password: string;
}

interface SignedIn {
  /** The token of the session, unsigned. */
  readonly token: string;
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
}

/**
 * Signs in. Who has to prove the address first is answered as by a wrong password: else whoever has signed up with the
 * address of somebody else would learn by the password of then whether it had an account.
 *
 * It is counted in its turn, not before: counting takes connections of the database, of which anybody could hold all.
 *
 * @throws AppError UNAUTHENTICATED; RATE_LIMITED or UNAVAILABLE where too many try at once.
 */
export function trySignIn(ctx: Context, attempt: SignInTry): Promise<SignedIn> {
  const { email: account, address, browser } = attempt;
  const asker = browser === null ? strangerAt(address) : knownAs(account);
  return ctx.hashes.inTurn(asker, (hasher) =>
    ctx.signInLimiter.during({ account, address, browser }, () => signIn(ctx, attempt, hasher)),
  );
}

async function signIn(
  { db, mailer, clock }: Context,
  { email, password, browser: _browser, ...session }: SignInTry,
  hasher: PasswordHasher,
): Promise<SignedIn> {
  const refusal = refusalOf(mailer);
  const account = await findAccount(db, normalEmail(email));
  if (account === null) {
    // Whether there is an account is nobody's business: it takes as long as a wrong password.
    await hasher.hash(password);
    throw refusal;
  }
  const { hash, isVerified, ...user } = account;
  if (!(await hasher.verify({ hash, password }))) throw refusal;
  // Where mails are sent, nobody signs in whose address is not proven.
  if (mailer !== null && !isVerified) throw refusal;
  const token = newSecret();
  const started = { ...session, token, userId: user.id, createdAt: clock.now() };
  // A password that is replaced meanwhile ends all sessions, and would not see this one.
  if (!(await startSession(db, { id: newId(), hash, ...started }))) throw refusal;
  return { token, user };
}

/** What is wrong is nobody's business who cannot sign in. A password that is reset proves the address too. */
function refusalOf(mailer: Context['mailer']): AppError {
  const isWrong = 'The email or password is wrong.';
  const isUnproven =
    'If you have not confirmed the address yet, open the link that was emailed to it, or reset the password.';
  return new AppError('UNAUTHENTICATED', mailer === null ? isWrong : `${isWrong} ${isUnproven}`);
}

export interface AccountWanted {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** Makes the user of a new account; slow, for its password is hashed. */
export async function makeUser(
  { hashes, clock }: Context,
  { name, email, password }: AccountWanted,
  { clientAddress }: Pick<ClientInfo, 'clientAddress'>,
): Promise<NewUser> {
  const passwordHash = await hashes.hasherOf(strangerAt(clientAddress)).hash(password);
  const address = normalEmail(email);
  return {
    ...{ id: newId(), name, email: address, passwordHash },
    ...{ isVerified: false, createdAt: clock.now() },
  };
}

/** Signs a new user in, unless the address must be proven first. @returns the token of the session. */
export async function startFirstSession(
  { mailer }: Pick<Context, 'mailer'>,
  tx: Tx,
  { user, client }: { readonly user: NewUser; readonly client: ClientInfo },
): Promise<string | null> {
  if (mailer !== null) return null;
  const token = newSecret();
  const { clientAddress: address, userAgent } = client;
  const { id: userId, createdAt } = user;
  await insertSession(tx, { token, userId, address, userAgent, createdAt, isRemembered: true });
  return token;
}

interface SignUpWanted extends AccountWanted {
  /** Null names it for its user. */
  readonly workspaceName: string | null;
}

/** What a sign-up has come to. Who must prove an address first is not told whether it had an account. */
type SignedUp =
  | { readonly kind: 'signed-in'; readonly session: string; readonly user: NewUser }
  | { readonly kind: 'to-be-verified' };

/**
 * Makes a user, a workspace and its first admin: all of them, or none.
 *
 * @throws AppError CONFLICT where there is such an account and no mail could say so.
 */
export async function makeAccount(
  ctx: Context,
  { workspaceName, ...wanted }: SignUpWanted,
  client: ClientInfo,
): Promise<SignedUp> {
  const user = await makeUser(ctx, wanted, client);
  const workspace = {
    ...{ id: newId(), name: workspaceName ?? `Workspace of ${user.name}` },
    createdAt: user.createdAt,
  };
  const member = { workspaceId: workspace.id, userId: user.id, role: 'admin' } as const;
  const origin = originOf({ ...member, email: user.email }, client);
  const made = await transact(ctx, async (tx) => {
    if (!(await insertUser(tx, user))) return null;
    await insertWorkspace(tx, workspace);
    await publishWorkspace(tx, workspace.id, user.createdAt);
    await addMember(tx, { ...member, joinedAt: user.createdAt });
    await publishPeople(tx, workspace.id, user.createdAt);
    tx.audit(origin, {
      ...{ workspaceId: workspace.id, action: 'workspace.created' },
      target: { kind: 'workspace', id: workspace.id },
      after: { name: workspace.name, admin: unredacted(user.id) },
    });
    return { session: await startFirstSession(ctx, tx, { user, client }) };
  });
  if (made?.session) return { kind: 'signed-in', session: made.session, user };
  if (!ctx.mailer) {
    throw new AppError('CONFLICT', 'An account with this email address already exists.');
  }
  if (made) mailVerification(ctx, user);
  else mailOfAccount(ctx, user.email);
  return { kind: 'to-be-verified' };
}
