import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { implement, type Route } from '@output-review/runtime';

import type { MadeLink } from '../../use-cases/people/make-link.ts';

export interface PasswordLinkDeps {
  /** Null where nobody has the address. */
  readonly makeLink: (email: string) => Promise<MadeLink | null>;
  readonly linkOf: (token: string) => string;
}

export const makePasswordLinkRoute = ({ makeLink, linkOf }: PasswordLinkDeps): Route =>
  implement(INTERNAL_OPERATIONS.makePasswordLink, async ({ body }) => {
    const made = await makeLink(body.email);
    if (!made) throw new AppError('NOT_FOUND', 'Nobody has this e-mail address.');
    return {
      status: 200,
      body: { link: linkOf(made.token), expiresAt: made.expiresAt.toISOString() },
    };
  });
