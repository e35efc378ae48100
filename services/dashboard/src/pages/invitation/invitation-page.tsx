import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { type Answer, api, ApiFailure, type BodyOf, take } from '../../api/client.ts';
import { linkSecret } from '../../app/link-secret.ts';
import { type Session, sessionQuery } from '../../app/session.ts';
import { useStore } from '../../app/store.ts';
import { texts as appTexts } from '../../app/texts.ts';
import { Button } from '../../components/button.tsx';
import { EmailField, NewPasswordField, TextField } from '../../components/field.tsx';
import { sending, SubmitForm, useFields } from '../../components/form.tsx';
import { FailureNotice, Loading } from '../../components/loaded.tsx';
import {
  CheckEmailPage,
  LinkGonePage,
  PublicPage,
  SignInForm,
} from '../../components/public-page.tsx';
import { texts as componentTexts } from '../../components/texts.ts';
import { showFailure } from '../../components/toast-store.ts';
import { failureInPlace } from '../../outputs/queries.ts';
import { texts } from './texts.ts';

export function InvitationPage() {
  const secret = useStore(linkSecret);
  return secret === null ? <LinkGonePage /> : <InvitationOf key={secret} secret={secret} />;
}

function InvitationOf({ secret }: { readonly secret: string }) {
  const [verifyingEmail, setVerifyingEmail] = useState<string | null>(null);
  const invitation = useQuery({
    queryKey: ['invitation', secret],
    queryFn: ({ signal }) =>
      take(api.GET('/api/invitations/{token}', { params: { path: { token: secret } }, signal })),
  });
  const session = useQuery({ ...sessionQuery, retry: false });
  const finish = ({ needsVerification }: Accepted, email: string): void => {
    if (needsVerification) setVerifyingEmail(email);
    // A full reload, because all loaded data belongs to another workspace.
    else window.location.assign('/');
  };

  if (verifyingEmail !== null) return <CheckEmailPage email={verifyingEmail} />;
  const failure = failureInPlace(invitation);
  if (failure) {
    // Retry here, since a page reload would lose the secret.
    return <BadInvitation error={failure} onRetry={() => void invitation.refetch()} />;
  }
  // Without a session, the query is pending again on each refetch, so check `isFetched`.
  if (!invitation.data || !session.isFetched) {
    return (
      <PublicPage title={texts.title}>
        <Loading />
      </PublicPage>
    );
  }
  const { workspaceName, role } = invitation.data;
  return (
    <PublicPage
      title={texts.to(workspaceName)}
      description={texts.as(componentTexts.roles[role], componentTexts.roleMeanings[role])}
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
  /** Undefined without a sign-in. */
  readonly session: Session | undefined;
  readonly onAccepted: (accepted: Accepted, email: string) => void;
}

function WaysToJoin(props: WaysToJoinProps) {
  const { invitation, session } = props;
  const [hasAccount, setHasAccount] = useState(session !== undefined);
  if (session && invitation.email !== null && !isSame(invitation.email, session.user.email)) {
    return <WrongAccount invited={invitation.email} email={session.user.email} />;
  }
  return (
    <>
      {hasAccount ? <JoinAsMember {...props} /> : <JoinAsNewcomer {...props} />}
      {!(hasAccount && session) && (
        <button
          type="button"
          onClick={() => setHasAccount(!hasAccount)}
          className="mt-4 w-full text-center text-sm font-medium text-accent underline"
        >
          {hasAccount ? texts.newHere : texts.haveAccount}
        </button>
      )}
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
    // Stay on the page: the link cannot be reopened from here.
    onSuccess: () => queryClient.resetQueries({ queryKey: sessionQuery.queryKey }),
    onError: showFailure,
  });
  return (
    <div className="space-y-4">
      <p className="text-sm">{texts.forSomebodyElse(invited, email)}</p>
      <Button isBusy={signOut.isPending} onClick={() => signOut.mutate()} className="w-full">
        {appTexts.shell.signOut}
      </Button>
    </div>
  );
}

interface BadInvitationProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

function BadInvitation({ error, onRetry }: BadInvitationProps) {
  const isGone = error instanceof ApiFailure && error.status === 404;
  if (isGone) return <PublicPage title={texts.bad} description={texts.badText} />;
  return (
    <PublicPage title={texts.title}>
      <FailureNotice error={error} onRetry={onRetry} />
    </PublicPage>
  );
}

/** For users with an account: signs in if needed, and joins. */
function JoinAsMember({ secret, invitation, session, onAccepted }: WaysToJoinProps) {
  const accept = useMutation({
    mutationFn: () => acceptInvitation(secret),
    onSuccess: (accepted) => onAccepted(accepted, session?.user.email ?? ''),
  });
  return (
    <div className="space-y-4">
      {accept.error && <FailureNotice error={accept.error} />}
      {session ? (
        <>
          <p className="text-sm text-soft">{texts.signedInAs(session.user.email)}</p>
          <Button
            tone="primary"
            isBusy={accept.isPending}
            onClick={() => accept.mutate()}
            className="w-full"
          >
            {texts.join}
          </Button>
        </>
      ) : (
        <SignInForm
          email={invitation.email ?? ''}
          onSignedIn={() => accept.mutateAsync().catch(() => {})}
        />
      )}
    </div>
  );
}

/** For new users: creates an account. */
function JoinAsNewcomer({ secret, invitation, onAccepted }: WaysToJoinProps) {
  const isForAddress = invitation.email !== null;
  const { values, field } = useFields({ name: '', email: invitation.email ?? '', password: '' });
  const accept = useMutation({
    mutationFn: ({ email, ...newcomer }: typeof values) =>
      acceptInvitation(secret, { ...newcomer, ...(isForAddress ? {} : { email }) }),
    onSuccess: (accepted, { email }) => onAccepted(accepted, email),
  });
  const send = { ...accept, mutate: () => accept.mutate(values) };
  return (
    <SubmitForm submitText={texts.join} {...sending(send, Object.keys(values))}>
      <TextField
        label={texts.yourName}
        autoComplete="name"
        required
        maxLength={200}
        autoFocus
        {...field('name', accept.error)}
      />
      <EmailField disabled={isForAddress} {...field('email', accept.error)} />
      <NewPasswordField
        label={componentTexts.signIn.password}
        {...field('password', accept.error)}
      />
    </SubmitForm>
  );
}

type Invitation = Answer<'getInvitation'>;
type Accepted = Answer<'acceptInvitation'>;

/** Accepts for the signed-in user, or with a new account from a name and password. */
function acceptInvitation(
  secret: string,
  body: BodyOf<'acceptInvitation'> = {},
): Promise<Accepted> {
  const params = { path: { token: secret } };
  return take(api.POST('/api/invitations/{token}/accept', { params, body }));
}
