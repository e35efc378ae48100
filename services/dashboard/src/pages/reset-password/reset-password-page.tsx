import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';

import { api, ApiFailure, take } from '../../api/client.ts';
import { linkSecret } from '../../app/link-secret.ts';
import { useStore } from '../../app/store.ts';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { failureBeside, faultOf } from '../../components/fault-of.ts';
import { NewPasswordField } from '../../components/password-field.tsx';
import { PublicPage, TEXT_LINK_CLASS } from '../../components/public-page.tsx';
import { texts } from '../../texts.ts';

const { resetPassword: words } = texts;

export function ResetPasswordPage() {
  const secret = useStore(linkSecret);
  const askAgain = (
    <Link to="/forgot-password" className={TEXT_LINK_CLASS}>
      {words.askAgain}
    </Link>
  );
  if (secret === null) {
    return (
      <PublicPage title={texts.link.gone} description={texts.link.goneWhy} footer={askAgain} />
    );
  }
  return <ResetForm key={secret} secret={secret} />;
}

function ResetForm({ secret }: { readonly secret: string }) {
  const [newPassword, setNewPassword] = useState('');
  const reset = useMutation({
    mutationFn: () =>
      take(api.POST('/api/auth/reset-password', { body: { token: secret, newPassword } })),
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    reset.mutate();
  };
  if (reset.isSuccess) {
    return (
      <PublicPage title={words.done} description={words.doneText}>
        <Link to="/sign-in" className={TEXT_LINK_CLASS}>
          {texts.signIn.to}
        </Link>
      </PublicPage>
    );
  }
  const failure = failureBeside(reset.error, ['newPassword']);
  return (
    <PublicPage title={words.title} description={words.text}>
      <form onSubmit={submit} className="space-y-4">
        <NewPasswordField
          label={texts.password.new}
          autoFocus
          value={newPassword}
          fault={faultOf(reset.error, 'newPassword')}
          onChange={(event) => setNewPassword(event.target.value)}
        />
        {failure && <FailureNotice error={wordedFor(failure)} />}
        <Button type="submit" tone="primary" isBusy={reset.isPending} className="w-full">
          {words.submit}
        </Button>
      </form>
    </PublicPage>
  );
}

function wordedFor(error: Error): Error {
  const isUsed = error instanceof ApiFailure && error.status === 404;
  return isUsed ? new Error(texts.link.used) : error;
}
