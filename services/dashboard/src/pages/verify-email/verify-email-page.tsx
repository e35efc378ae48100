import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';

import { api, ApiFailure, take } from '../../api/client.ts';
import { linkSecret } from '../../app/link-secret.ts';
import { useStore } from '../../app/store.ts';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { PublicPage, TEXT_LINK_CLASS } from '../../components/public-page.tsx';
import { texts } from '../../texts.ts';

const { verifyEmail: words } = texts;

export function VerifyEmailPage() {
  const secret = useStore(linkSecret);
  const { mutate, isSuccess, error } = useMutation({
    mutationFn: (token: string) =>
      take(api.GET('/api/auth/verify-email', { params: { query: { token } } })),
  });
  useEffect(() => {
    if (secret !== null) mutate(secret);
  }, [secret, mutate]);
  const toSignIn = (
    <Link to="/sign-in" className={TEXT_LINK_CLASS}>
      {texts.signIn.to}
    </Link>
  );
  if (secret === null) {
    return (
      <PublicPage title={texts.link.gone} description={texts.link.goneWhy} footer={toSignIn} />
    );
  }
  if (isSuccess)
    return (
      <PublicPage title={words.done} description={words.doneText}>
        {toSignIn}
      </PublicPage>
    );
  return (
    <PublicPage title={words.title} footer={toSignIn}>
      {error ? (
        <FailureNotice error={wordedFor(error)} onRetry={() => mutate(secret)} />
      ) : (
        <Loading lines={2} />
      )}
    </PublicPage>
  );
}

function wordedFor(error: Error): Error {
  const isUnknown = error instanceof ApiFailure && error.status === 404;
  return isUnknown ? new Error(texts.link.used) : error;
}
