import { AppError } from '@output-review/errors';
import { newId, newSecret } from '@output-review/runtime';
import { unredacted, transact, type Tx } from '@output-review/shared-kernel';

import { type ClientInfo, originOf } from '../access/requests.ts';
import type { Context } from '../context.ts';
import { publishWorkspace } from '../workspaces/workspaces.sql.ts';
import { findAccount, insertUser, startSession } from './accounts.sql.ts';
import { knownAs, type PasswordHasher, strangerAt } from './hash-queue.ts';
import { mailOfAccount, mailVerification } from './mails.ts';
import { publishPeople } from './announce.sql.ts';
import { addMember, insertWorkspace } from './members.sql.ts';
import { type NewSession, type NewUser, normalEmail } from './people.pure.ts';

/** The credentials of a sign-in, and how its session is shown to the user. */
interface SignInTry extends Pick<NewSession, 'address' | 'userAgent' | 'isRemembered'> {
  /** The ID of a browser that has signed in to this account before; otherwise null. */
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
 * Signs in. An unconfirmed address gets the same answer as a wrong password. Otherwise someone who signed up with
 * another person's address could tell from the password whether it already had an account.
 *
 * The attempt is counted after its turn in the queue, because counting takes database connections and a flood could
 * take all of them.
 *
 * @throws AppError UNAUTHENTICATED; RATE_LIMITED or UNAVAILABLE if too many try at once.
 */
export function trySignIn(ctx: Context, attempt: SignInTry): Promise<SignedIn> {
  const { email: account, address, browser } = attempt;
  const asker = browser === null ? strangerAt(address) : knownAs(account);
  return ctx.hashes.inTurn(asker, (hasher) =>
    ctx.limiter.whileSigningIn({ account, address, browser }, () => signIn(ctx, attempt, hasher)),
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
    // Takes as long as a wrong password, so that it does not reveal whether there is an account.
    await hasher.hash(password);
    throw refusal;
  }
  const { hash, isVerified, ...user } = account;
  if (!(await hasher.verify({ hash, password }))) throw refusal;
  // If mail is configured, the address must be confirmed before the first sign-in.
  if (mailer !== null && !isVerified) throw refusal;
  const token = newSecret();
  const started = { ...session, token, userId: user.id, createdAt: clock.now() };
  // A concurrent password change ends all sessions but would not see this one.
  if (!(await startSession(db, { hash, ...started }))) throw refusal;
  return { token, user };
}

/** Does not reveal the reason to someone who cannot sign in. A password reset confirms the address too. */
function refusalOf(mailer: Context['mailer']): AppError {
  const wrongCredentials = 'The email or password is wrong.';
  const unconfirmedHint =
    'If you have not confirmed the address yet, open the link that was emailed to it, or reset the password.';
  return new AppError(
    'UNAUTHENTICATED',
    mailer === null ? wrongCredentials : `${wrongCredentials} ${unconfirmedHint}`,
  );
}

export interface AccountWanted {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** Creates the user of a new account. Slow, because it hashes the password. */
export async function makeUser(
  { hashes, clock }: Context,
  { name, email, password }: AccountWanted,
  { clientAddress }: Pick<ClientInfo, 'clientAddress'>,
): Promise<NewUser> {
  const asker = strangerAt(clientAddress);
  const passwordHash = await hashes.inTurn(asker, (hasher) => hasher.hash(password));
  const address = normalEmail(email);
  return {
    ...{ id: newId(), name, email: address, passwordHash },
    ...{ isVerified: false, createdAt: clock.now() },
  };
}

/** Signs a new user in, unless the address must be confirmed first. @returns the token of the session. */
export async function startFirstSession(
  { mailer }: Pick<Context, 'mailer'>,
  tx: Tx,
  { user, client }: { readonly user: NewUser; readonly client: ClientInfo },
): Promise<string | null> {
  if (mailer !== null) return null;
  const token = newSecret();
  const { clientAddress: address, userAgent } = client;
  const { id: userId, passwordHash: hash, createdAt } = user;
  const session = { token, userId, hash, address, userAgent, createdAt, isRemembered: true };
  await startSession(tx, session);
  return token;
}

interface SignUpWanted extends AccountWanted {
  /** Null: named after its user. */
  readonly workspaceName: string | null;
}

/** The result of a sign-up. If the address must be confirmed, it does not reveal whether there was an account. */
type SignedUp =
  | { readonly kind: 'signed-in'; readonly session: string; readonly user: NewUser }
  | { readonly kind: 'to-be-verified' };

/**
 * Creates a user, a workspace and its first admin: all of them, or none.
 *
 * @throws AppError CONFLICT if the account exists and mail is not configured.
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
