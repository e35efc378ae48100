import { useMutation, useQuery } from '@tanstack/react-query';

import { api, take } from '../../api/client.ts';
import { linkSecret } from '../../app/link-secret.ts';
import { type Session, sessionQuery } from '../../app/session.ts';
import { useStore } from '../../app/store.ts';
import { Button } from '../../components/button.tsx';
import { FailureNotice, Loading } from '../../components/loaded.tsx';
import { LinkGonePage, PublicPage, SignInForm } from '../../components/public-page.tsx';
import { texts } from './texts.ts';

/** Opened by a link from Slack, to link the Slack user to an account. */
export function SlackLinkPage() {
  const secret = useStore(linkSecret);
  const session = useQuery({ ...sessionQuery, retry: false });
  if (secret === null) return <LinkGonePage />;
  if (session.data) return <SlackLinkOf key={secret} {...{ secret, session: session.data }} />;
  return (
    <PublicPage title={texts.title} description={texts.signInFirst}>
      {/* Without a session, the query is pending again on each refetch, so check `isFetched`. */}
      {session.isFetched ? <SignInForm onSignedIn={() => session.refetch()} /> : <Loading />}
    </PublicPage>
  );
}

function SlackLinkOf({ secret, session }: { readonly secret: string; readonly session: Session }) {
  const params = { path: { token: secret } };
  const request = useQuery({
    queryKey: ['slack-link-request', secret],
    queryFn: ({ signal }) => take(api.GET('/api/slack/link-requests/{token}', { params, signal })),
  });
  const accept = useMutation({
    mutationFn: () => take(api.POST('/api/slack/link-requests/{token}/accept', { params })),
  });
  if (accept.isSuccess) return <PublicPage title={texts.done} description={texts.doneText} />;
  const failure = accept.error ?? request.error;
  if (!request.data) {
    return (
      <PublicPage title={texts.title}>
        {failure ? (
          <FailureNotice error={failure} onRetry={() => void request.refetch()} />
        ) : (
          <Loading />
        )}
      </PublicPage>
    );
  }
  const { slackUserName, slackUserId, teamId, workspaceName } = request.data;
  return (
    <PublicPage title={texts.title} description={texts.what(slackUserName, workspaceName)}>
      <div className="space-y-4 text-sm">
        <p className="text-soft wrap-anywhere">{texts.ids(slackUserId, teamId)}</p>
        <p>{texts.warning}</p>
        <p className="text-soft">{texts.signedInAs(session.user.email)}</p>
        {failure && <FailureNotice error={failure} />}
        <Button
          tone="primary"
          isBusy={accept.isPending}
          onClick={() => accept.mutate()}
          className="w-full"
        >
          {texts.link}
        </Button>
      </div>
    </PublicPage>
  );
}
