import { useMutation } from '@tanstack/react-query';

import { api, ApiFailure, type BodyOf, take } from '../../api/client.ts';
import { EmailField } from '../../components/field.tsx';
import { sending, SubmitForm, useFields } from '../../components/form.tsx';
import { PublicPage, SignInLink } from '../../components/public-page.tsx';
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
