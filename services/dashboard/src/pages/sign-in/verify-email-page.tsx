import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';

import { api, take } from '../../api/client.ts';
import { linkSecret } from '../../app/link-secret.ts';
import { useStore } from '../../app/store.ts';
import { FailureNotice, Loading } from '../../components/loaded.tsx';
import {
  ConfirmEmailLink,
  linkFailure,
  LinkGonePage,
  PublicPage,
  SignInLink,
} from '../../components/public-page.tsx';
import { texts } from './texts.ts';

const words = texts.verifyEmail;

export function VerifyEmailPage() {
  const secret = useStore(linkSecret);
  const { mutate, isSuccess, error } = useMutation({
    mutationFn: (token: string) =>
      take(api.GET('/api/auth/verify-email', { params: { query: { token } } })),
  });
  useEffect(() => {
    if (secret !== null) mutate(secret);
  }, [secret, mutate]);
  if (secret === null) return <LinkGonePage footer={<ConfirmEmailLink />} />;
  if (isSuccess) {
    return (
      <PublicPage title={words.done} description={words.doneText}>
        <SignInLink />
      </PublicPage>
    );
  }
  return (
    <PublicPage title={words.title} footer={error ? <ConfirmEmailLink /> : <SignInLink />}>
      {error ? (
        <FailureNotice error={linkFailure(error)} onRetry={() => mutate(secret)} />
      ) : (
        <Loading lines={2} />
      )}
    </PublicPage>
  );
}
