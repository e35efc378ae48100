import type { UserPrincipal } from '@output-review/contracts';
import type { AuditOrigin } from '@output-review/runtime';

import { normalEmail } from '../../domain/people/invitation.ts';
import type { NewUser, PeopleChange } from './people-store.ts';

export interface AccountWanted {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** Where a request comes from that nobody has signed. */
export interface Whence {
  readonly clientAddress: string | null;
  readonly userAgent: string | null;
  readonly requestId: string;
}

/** Sends the mails that accounts need; each is on its way when it returns. */
export interface AccountMails {
  /** The link that proves an address. */
  verifyAddress(user: Pick<NewUser, 'id' | 'email'>): void;
  /** To somebody who has an account and signs up again. */
  tellOfAccount(email: string): void;
}

export interface NewAccountDeps {
  readonly hashPassword: (password: string) => Promise<string>;
  readonly newId: () => string;
  /** 256 random bits. */
  readonly newSecret: () => string;
  readonly now: () => Date;
  /** Null where no mails are sent: addresses are then believed. */
  readonly mails: AccountMails | null;
}

/** Makes the user of a new account; slow, for its password is hashed. */
export async function makeUser(
  { hashPassword, newId, now }: NewAccountDeps,
  { name, email, password }: AccountWanted,
): Promise<NewUser> {
  const passwordHash = await hashPassword(password);
  const address = normalEmail(email);
  return {
    ...{ id: newId(), name, email: address, passwordHash },
    ...{ isVerified: false, createdAt: now() },
  };
}

/** Signs a new user in, unless the address must be proven first. @returns the token of the session. */
export async function startSession(
  tx: Pick<PeopleChange, 'insertSession'>,
  { user, whence, deps }: { user: NewUser; whence: Whence; deps: NewAccountDeps },
): Promise<string | null> {
  if (deps.mails !== null) return null;
  const token = deps.newSecret();
  const { clientAddress: address, userAgent } = whence;
  const { id: userId, createdAt } = user;
  await tx.insertSession({
    ...{ token, userId, address, userAgent, createdAt },
    isRemembered: true,
  });
  return token;
}

/** What somebody does who becomes a member by it. */
export function originOf(
  principal: Omit<UserPrincipal, 'kind'>,
  { clientAddress, requestId }: Whence,
): AuditOrigin {
  return { principal: { kind: 'user', ...principal }, clientAddress, requestId };
}
