import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';

import { api, ApiFailure, type BodyOf, take } from '../../api/client.ts';
import { linkSecret } from '../../app/link-secret.ts';
import { useStore } from '../../app/store.ts';
import { EmailField, NewPasswordField } from '../../components/field.tsx';
import { sending, SubmitForm, useFields } from '../../components/form.tsx';
import { FailureNotice, Loading } from '../../components/loaded.tsx';
import {
  ConfirmEmailLink,
  LinkGonePage,
  PublicPage,
  SignInLink,
  TEXT_LINK_CLASS,
} from '../../components/public-page.tsx';
import { texts as componentTexts } from '../../components/texts.ts';
import { texts } from './texts.ts';

export function ForgotPasswordPage() {
  return (
    <AskLinkPage
      words={texts.forgotPassword}
      ask={(body) => take(api.POST('/api/auth/request-password-reset', { body }))}
    />
  );
}

/** For users who have lost the link to confirm their email address. */
export function ConfirmEmailPage() {
  return (
    <AskLinkPage
      words={texts.confirmEmail}
      ask={(body) => take(api.POST('/api/auth/send-verification-email', { body }))}
    />
  );
}

interface AskLinkPageProps {
  readonly words: typeof texts.forgotPassword | typeof texts.confirmEmail;
  readonly ask: (body: BodyOf<'requestPasswordReset'>) => Promise<unknown>;
}

/** Requests a link by email. */
function AskLinkPage({ words, ask }: AskLinkPageProps) {
  const { values, field } = useFields({ email: '' });
  const request = useMutation({ mutationFn: ask });
  if (request.isSuccess) {
    return (
      <PublicPage
        title={texts.askLink.sent}
        description={words.sentTo(request.variables.email)}
        footer={<SignInLink />}
      />
    );
  }
  const { failure, ...form } = sending({ ...request, mutate: () => request.mutate(values) }, [
    'email',
  ]);
  const sendsNoMails = failure instanceof ApiFailure && failure.code === 'FORBIDDEN';
  return (
    <PublicPage title={words.title} description={words.text} footer={<SignInLink />}>
      <SubmitForm
        submitText={texts.askLink.submit}
        {...form}
        failure={sendsNoMails ? new Error(words.noMails) : failure}
      >
        <EmailField autoFocus {...field('email', request.error)} />
      </SubmitForm>
    </PublicPage>
  );
}

export function ResetPasswordPage() {
  const secret = useStore(linkSecret);
  if (secret === null) {
    return (
      <LinkGonePage
        footer={
          <Link to="/forgot-password" className={TEXT_LINK_CLASS}>
            {texts.resetPassword.askAgain}
          </Link>
        }
      />
    );
  }
  return <ResetForm key={secret} secret={secret} />;
}

function ResetForm({ secret }: { readonly secret: string }) {
  const words = texts.resetPassword;
  const { values, field } = useFields({ newPassword: '' });
  const reset = useMutation({
    mutationFn: () =>
      take(api.POST('/api/auth/reset-password', { body: { token: secret, ...values } })),
  });
  if (reset.isSuccess) {
    return (
      <PublicPage title={words.done} description={words.doneText}>
        <SignInLink />
      </PublicPage>
    );
  }
  const { failure, ...form } = sending(reset, ['newPassword']);
  return (
    <PublicPage title={words.title} description={words.text}>
      <SubmitForm submitText={words.submit} {...form} failure={failure && linkFailure(failure)}>
        <NewPasswordField
          label={componentTexts.password.new}
          autoFocus
          {...field('newPassword', reset.error)}
        />
      </SubmitForm>
    </PublicPage>
  );
}

export function VerifyEmailPage() {
  const words = texts.verifyEmail;
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

/** Explains what to do about a link that the API no longer accepts. */
function linkFailure(error: Error): Error {
  const isUsed = error instanceof ApiFailure && error.status === 404;
  return isUsed ? new Error(texts.linkUsed) : error;
}
