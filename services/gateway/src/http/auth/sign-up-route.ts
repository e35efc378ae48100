import { getSignUp, signUp } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { implement, type Route } from '@output-review/runtime';

import type { Whence } from '../../use-cases/people/new-account.ts';
import type { SignedUp, SignUpWanted } from '../../use-cases/people/sign-up.ts';
import type { IdentifyDeps } from '../door/identify.ts';
import type { Limiter } from '../door/limits.ts';
import type { SignInDeps } from './auth-routes.ts';
import { requireOrigin, whenceOf } from './request-session.ts';

export interface SignUpDeps
  extends
    Pick<IdentifyDeps, 'address' | 'cookie'>,
    Pick<Limiter, 'limitTries' | 'limitMails'>,
    Pick<SignInDeps, 'knownBrowser' | 'now'> {
  /** Whether a mail is sent by it. */
  readonly sendsMails: boolean;
  /** Null where sign-up is closed. */
  readonly signUp: ((wanted: SignUpWanted, whence: Whence) => Promise<SignedUp>) | null;
}

/** Whether anybody may sign up, and doing it. */
export const makeSignUpRoutes = (deps: SignUpDeps): Route[] => [
  implement(getSignUp, async () => ({ status: 200, body: { isOpen: deps.signUp !== null } })),
  implement(signUp, async ({ body, headers, ...request }) => {
    if (headers['origin'] !== undefined) requireOrigin(deps, headers);
    if (!deps.signUp) {
      throw new AppError('FORBIDDEN', 'Signing up is closed on this installation.');
    }
    const { clientAddress: address } = request;
    await deps.limitTries(address);
    if (deps.sendsMails) await deps.limitMails({ email: body.email, address });
    const wanted = { ...body, workspaceName: body.workspaceName ?? null };
    const signedUp = await deps.signUp(wanted, whenceOf({ headers, ...request }));
    if (signedUp.kind === 'to-be-verified') {
      return { status: 200, body: { ok: true, user: null, needsVerification: true } };
    }
    const { session, user } = signedUp;
    return {
      status: 200,
      headers: {
        'Set-Cookie': [
          deps.cookie.write(session, { isRemembered: true }),
          deps.knownBrowser.write({ email: user.email, now: deps.now() }),
        ],
      },
      body: {
        ok: true,
        user: { id: user.id, name: user.name, email: user.email },
        needsVerification: false,
      },
    };
  }),
];
