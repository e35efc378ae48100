import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';

import { api, take } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { failureBeside, faultOf } from '../../components/fault-of.ts';
import { TextField } from '../../components/field.tsx';
import { NewPasswordField } from '../../components/password-field.tsx';
import { texts } from '../../texts.ts';

const { signUp: words } = texts;

interface SignUpFormProps {
  readonly onSignedUp: (email: string, needsVerification: boolean) => void;
}

export function SignUpForm({ onSignedUp }: SignUpFormProps) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [workspaceName, setWorkspaceName] = useState('');
  const signUp = useMutation({
    mutationFn: () => {
      const body = { name, email, password, workspaceName };
      return take(api.POST('/api/auth/sign-up/email', { body }));
    },
    onSuccess: ({ needsVerification }) => onSignedUp(email, needsVerification),
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    signUp.mutate();
  };
  const failure = failureBeside(signUp.error, ['name', 'email', 'password', 'workspaceName']);
  return (
    <form onSubmit={submit} className="space-y-4">
      <TextField
        label={words.name}
        autoComplete="name"
        required
        maxLength={200}
        autoFocus
        value={name}
        fault={faultOf(signUp.error, 'name')}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label={texts.signIn.email}
        type="email"
        autoComplete="username"
        required
        value={email}
        fault={faultOf(signUp.error, 'email')}
        onChange={({ target }) => setEmail(target.value)}
      />
      <NewPasswordField
        label={texts.signIn.password}
        value={password}
        fault={faultOf(signUp.error, 'password')}
        onChange={({ target }) => setPassword(target.value)}
      />
      <TextField
        label={words.workspace}
        hint={words.workspaceHint}
        autoComplete="organization"
        required
        maxLength={200}
        value={workspaceName}
        fault={faultOf(signUp.error, 'workspaceName')}
        onChange={({ target }) => setWorkspaceName(target.value)}
      />
      {failure && <FailureNotice error={failure} />}
      <Button type="submit" tone="primary" isBusy={signUp.isPending} className="w-full">
        {words.submit}
      </Button>
    </form>
  );
}
