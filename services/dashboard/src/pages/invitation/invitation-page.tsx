import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { api, ApiFailure, take } from '../../api/client.ts';
import { linkSecret } from '../../app/link-secret.ts';
import { type Session, sessionQuery } from '../../app/session.ts';
import { useStore } from '../../app/store.ts';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { PublicPage } from '../../components/public-page.tsx';
import { showFailure } from '../../components/toast-store.ts';
import { texts } from '../../texts.ts';
import type { Accepted, Invitation } from './invitation.ts';
import { JoinAsMember } from './join-as-member.tsx';
import { JoinAsNewcomer } from './join-as-newcomer.tsx';

const { invitation: words } = texts;

export function InvitationPage() {
  const secret = useStore(linkSecret);
  if (secret === null) {
    return <PublicPage title={texts.link.gone} description={texts.link.goneWhy} />;
  }
  return <InvitationOf key={secret} secret={secret} />;
}

function InvitationOf({ secret }: { readonly secret: string }) {
  const [verifyingEmail, setVerifyingEmail] = useState<string | null>(null);
  const invitation = useQuery({
    queryKey: ['invitation', secret],
    queryFn: ({ signal }) =>
      take(api.GET('/api/invitations/{token}', { params: { path: { token: secret } }, signal })),
    retry: false,
  });
  const session = useQuery({ ...sessionQuery, retry: false });
  const finish = ({ needsVerification }: Accepted, email: string): void => {
    if (needsVerification) setVerifyingEmail(email);
    // Whatever was loaded before belongs to another workspace.
    else window.location.assign('/');
  };

  if (verifyingEmail !== null) {
    return <PublicPage title={words.verify} description={words.verifyText(verifyingEmail)} />;
  }
  if (invitation.error) return <BadInvitation error={invitation.error} />;
  if (!invitation.data || session.isPending) {
    return (
      <PublicPage title={words.title}>
        <Loading />
      </PublicPage>
    );
  }
  const { workspaceName, role } = invitation.data;
  return (
    <PublicPage
      title={words.to(workspaceName)}
      description={words.as(texts.roles[role], texts.roleMeanings[role])}
    >
      <WaysToJoin
        {...{ secret, invitation: invitation.data, session: session.data, onAccepted: finish }}
      />
    </PublicPage>
  );
}

interface WaysToJoinProps {
  readonly secret: string;
  readonly invitation: Invitation;
  readonly session: Session | undefined;
  readonly onAccepted: (accepted: Accepted, email: string) => void;
}

function WaysToJoin({ secret, invitation, session, onAccepted }: WaysToJoinProps) {
  const [hasAccount, setHasAccount] = useState(session !== undefined);
  if (session && invitation.email !== null && !isSame(invitation.email, session.user.email)) {
    return <WrongAccount invited={invitation.email} email={session.user.email} />;
  }
  const change = (
    <button
      type="button"
      onClick={() => setHasAccount(!hasAccount)}
      className="mt-4 w-full text-center text-sm font-medium text-accent underline"
    >
      {hasAccount ? words.newHere : words.haveAccount}
    </button>
  );
  return hasAccount ? (
    <>
      <JoinAsMember {...{ secret, invitation, session, onAccepted }} />
      {!session && change}
    </>
  ) : (
    <>
      <JoinAsNewcomer {...{ secret, invitation, onAccepted }} />
      {change}
    </>
  );
}

function isSame(email: string, other: string): boolean {
  return email.toLowerCase() === other.toLowerCase();
}

function WrongAccount({ invited, email }: { readonly invited: string; readonly email: string }) {
  const queryClient = useQueryClient();
  const signOut = useMutation({
    mutationFn: () => take(api.POST('/api/auth/sign-out')),
    // The page stays: its link cannot be opened anew from here.
    onSuccess: () => queryClient.resetQueries({ queryKey: sessionQuery.queryKey }),
    onError: showFailure,
  });
  return (
    <div className="space-y-4">
      <p className="text-sm">{words.forSomebodyElse(invited, email)}</p>
      <Button isBusy={signOut.isPending} onClick={() => signOut.mutate()} className="w-full">
        {texts.shell.signOut}
      </Button>
    </div>
  );
}

function BadInvitation({ error }: { readonly error: Error }) {
  const isGone = error instanceof ApiFailure && error.status === 404;
  if (isGone) return <PublicPage title={words.bad} description={words.badText} />;
  return (
    <PublicPage title={words.title}>
      <FailureNotice error={error} onRetry={() => window.location.reload()} />
    </PublicPage>
  );
}
