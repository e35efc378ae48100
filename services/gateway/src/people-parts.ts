import type { Clock, CloserStack, Database, Logger, MailConfig } from '@output-review/runtime';

import type { SignInDeps } from './http/auth/auth-routes.ts';
import type { Limiter } from './http/door/limits.ts';
import type { AuditedChange } from './store/audited-change.ts';
import type { Accounts } from './store/people/accounts.ts';
import type { SessionLookup } from './store/people/session-lookup.ts';

export interface PeopleOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly isSignUpOpen: boolean;
  /** Null where no mails are sent. */
  readonly mail: MailConfig | null;
}

export interface PeopleParts {
  readonly options: PeopleOptions;
  readonly database: Database;
  readonly closers: CloserStack;
  readonly change: AuditedChange;
  readonly accounts: Accounts;
  readonly signIn: SignInDeps & Limiter & { readonly sessions: SessionLookup };
}
