import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';

import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { failureBeside, faultOf } from '../../components/fault-of.ts';
import { TextField } from '../../components/field.tsx';
import { NewPasswordField } from '../../components/password-field.tsx';
import { texts } from '../../texts.ts';
import { type Accepted, acceptInvitation, type Invitation } from './invitation.ts';

interface JoinAsNewcomerProps {
  readonly secret: string;
  readonly invitation: Invitation;
  readonly onAccepted: (accepted: Accepted, email: string) => void;
}

/** For who has no account yet: makes one. */
export function JoinAsNewcomer({ secret, invitation, onAccepted }: JoinAsNewcomerProps) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState(invitation.email ?? '');
  const [password, setPassword] = useState('');
  const isForAddress = invitation.email !== null;
  const accept = useMutation({
    mutationFn: () =>
      acceptInvitation(secret, { name, password, ...(isForAddress ? {} : { email }) }),
    onSuccess: (accepted) => onAccepted(accepted, email),
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    accept.mutate();
  };
  const failure = failureBeside(accept.error, ['name', 'email', 'password']);
  return (
    <form onSubmit={submit} className="space-y-4">
      <TextField
        label={texts.invitation.yourName}
        autoComplete="name"
        required
        maxLength={200}
        autoFocus
        value={name}
        fault={faultOf(accept.error, 'name')}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={texts.signIn.email}
        type="email"
        autoComplete="username"
        required
        disabled={isForAddress}
        value={email}
        fault={faultOf(accept.error, 'email')}
        onChange={(event) => setEmail(event.target.value)}
      />
      <NewPasswordField
        label={texts.signIn.password}
        value={password}
        fault={faultOf(accept.error, 'password')}
        onChange={(event) => setPassword(event.target.value)}
      />
      {failure && <FailureNotice error={failure} />}
      <Button type="submit" tone="primary" isBusy={accept.isPending} className="w-full">
        {texts.invitation.join}
      </Button>
    </form>
  );
}
