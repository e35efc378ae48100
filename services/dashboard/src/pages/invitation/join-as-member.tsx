import { useMutation } from '@tanstack/react-query';

import type { Session } from '../../app/session.ts';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { SignInForm } from '../../components/sign-in-form.tsx';
import { texts } from '../../texts.ts';
import { type Accepted, acceptInvitation, type Invitation } from './invitation.ts';

interface JoinAsMemberProps {
  readonly secret: string;
  readonly invitation: Invitation;
  /** Undefined where nobody is signed in. */
  readonly session: Session | undefined;
  readonly onAccepted: (accepted: Accepted, email: string) => void;
}

/** For who has an account: signs in where that is to be done, and joins. */
export function JoinAsMember({ secret, invitation, session, onAccepted }: JoinAsMemberProps) {
  const accept = useMutation({
    mutationFn: () => acceptInvitation(secret),
    onSuccess: (accepted) => onAccepted(accepted, session?.user.email ?? ''),
  });
  return (
    <div className="space-y-4">
      {accept.error && <FailureNotice error={accept.error} />}
      {session ? (
        <>
          <p className="text-sm text-soft">{texts.invitation.signedInAs(session.user.email)}</p>
          <Button
            tone="primary"
            isBusy={accept.isPending}
            onClick={() => accept.mutate()}
            className="w-full"
          >
            {texts.invitation.join}
          </Button>
        </>
      ) : (
        <SignInForm
          email={invitation.email ?? ''}
          onSignedIn={async () => {
            await accept.mutateAsync().catch(() => {});
          }}
        />
      )}
    </div>
  );
}
