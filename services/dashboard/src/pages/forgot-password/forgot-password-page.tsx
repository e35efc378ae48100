import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';

import { api, ApiFailure, take } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { failureBeside, faultOf } from '../../components/fault-of.ts';
import { TextField } from '../../components/field.tsx';
import { PublicPage, TEXT_LINK_CLASS } from '../../components/public-page.tsx';
import { texts } from '../../texts.ts';

const { forgotPassword: words } = texts;

export function ForgotPasswordPage() {
  const [email, setEmail] = useState('');
  const request = useMutation({
    mutationFn: () => take(api.POST('/api/auth/request-password-reset', { body: { email } })),
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    request.mutate();
  };
  const toSignIn = (
    <Link to="/sign-in" className={TEXT_LINK_CLASS}>
      {texts.signIn.to}
    </Link>
  );
  if (request.isSuccess) {
    return <PublicPage title={words.sent} description={words.sentTo(email)} footer={toSignIn} />;
  }
  const failure = failureBeside(request.error, ['email']);
  return (
    <PublicPage title={words.title} description={words.text} footer={toSignIn}>
      <form onSubmit={submit} className="space-y-4">
        <TextField
          label={texts.signIn.email}
          type="email"
          autoComplete="username"
          required
          autoFocus
          value={email}
          fault={faultOf(request.error, 'email')}
          onChange={(event) => setEmail(event.target.value)}
        />
        {failure && <FailureNotice error={wordedFor(failure)} />}
        <Button type="submit" tone="primary" isBusy={request.isPending} className="w-full">
          {words.submit}
        </Button>
      </form>
    </PublicPage>
  );
}

function wordedFor(error: Error): Error {
  const sendsNoMails = error instanceof ApiFailure && error.code === 'FORBIDDEN';
  return sendsNoMails ? new Error(words.noMails) : error;
}
