import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { api, take } from '../../api/client.ts';
import { linkSecret } from '../../app/link-secret.ts';
import { useStore } from '../../app/store.ts';
import { NewPasswordField } from '../../components/field.tsx';
import { sending, SubmitForm, useFields } from '../../components/form.tsx';
import {
  linkFailure,
  LinkGonePage,
  PublicPage,
  SignInLink,
  TEXT_LINK_CLASS,
} from '../../components/public-page.tsx';
import { texts as componentTexts } from '../../components/texts.ts';
import { texts } from './texts.ts';

const words = texts.resetPassword;

export function ResetPasswordPage() {
  const secret = useStore(linkSecret);
  if (secret === null) {
    return (
      <LinkGonePage
        footer={
          <Link to="/forgot-password" className={TEXT_LINK_CLASS}>
            {words.askAgain}
          </Link>
        }
      />
    );
  }
  return <ResetForm key={secret} secret={secret} />;
}

function ResetForm({ secret }: { readonly secret: string }) {
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
