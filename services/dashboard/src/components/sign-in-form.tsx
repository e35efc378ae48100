import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';

import { api, ApiFailure, take } from '../api/client.ts';
import { Button } from './button.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { Checkbox, TextField } from './field.tsx';
import { texts } from '../texts.ts';

interface SignInFormProps {
  /** Who was signed in before, where somebody was. */
  readonly email?: string;
  readonly onSignedIn: () => Promise<void>;
}

export function SignInForm({ email: known = '', onSignedIn }: SignInFormProps) {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [rememberMe, setRememberMe] = useState(true);
  const signIn = useMutation({
    mutationFn: () =>
      take(api.POST('/api/auth/sign-in/email', { body: { email, password, rememberMe } })),
    onSuccess: onSignedIn,
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    signIn.mutate();
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      <TextField
        label={texts.signIn.email}
        type="email"
        autoComplete="username"
        required
        autoFocus={known === ''}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label={texts.signIn.password}
        type="password"
        autoComplete="current-password"
        required
        autoFocus={known !== ''}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Checkbox
        label={texts.signIn.remember}
        checked={rememberMe}
        onChange={(event) => setRememberMe(event.target.checked)}
      />
      {signIn.error && <FailureNotice error={wordedFor(signIn.error)} />}
      <Button type="submit" tone="primary" isBusy={signIn.isPending} className="w-full">
        {texts.signIn.submit}
      </Button>
    </form>
  );
}

function wordedFor(error: Error): Error {
  const isWrong = error instanceof ApiFailure && error.status === 401;
  return isWrong ? new Error(texts.signIn.wrong) : error;
}
