import { useMutation } from '@tanstack/react-query';

import { api, ApiFailure, take } from '../../api/client.ts';
import { EmailField } from '../../components/field.tsx';
import { sending, SubmitForm, useFields } from '../../components/form.tsx';
import { PublicPage, SignInLink } from '../../components/public-page.tsx';
import { texts } from './texts.ts';

const words = texts.forgotPassword;

export function ForgotPasswordPage() {
  const { values, field } = useFields({ email: '' });
  const request = useMutation({
    mutationFn: (body: typeof values) =>
      take(api.POST('/api/auth/request-password-reset', { body })),
  });
  if (request.isSuccess) {
    return (
      <PublicPage
        title={words.sent}
        description={words.sentTo(request.variables.email)}
        footer={<SignInLink />}
      />
    );
  }
  const { failure, ...form } = sending({ ...request, mutate: () => request.mutate(values) }, [
    'email',
  ]);
  return (
    <PublicPage title={words.title} description={words.text} footer={<SignInLink />}>
      <SubmitForm submitText={words.submit} {...form} failure={failure && wordedFor(failure)}>
        <EmailField autoFocus {...field('email', request.error)} />
      </SubmitForm>
    </PublicPage>
  );
}

function wordedFor(error: Error): Error {
  const sendsNoMails = error instanceof ApiFailure && error.code === 'FORBIDDEN';
  return sendsNoMails ? new Error(words.noMails) : error;
}
