import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';

import { api, take } from '../../api/client.ts';
import { useSession } from '../../app/session.ts';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { failureBeside, faultOf } from '../../components/fault-of.ts';
import { TextField } from '../../components/field.tsx';
import { Card } from '../../components/page.tsx';
import { NewPasswordField } from '../../components/password-field.tsx';
import { showToast } from '../../components/toast-store.ts';
import { texts } from '../../texts.ts';

const { account: words } = texts;

export function PasswordCard() {
  const { user } = useSession();
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: () =>
      take(api.POST('/api/auth/change-password', { body: { currentPassword, newPassword } })),
    onSuccess: () => {
      setCurrent('');
      setNew('');
      showToast(words.passwordChanged);
      return queryClient.invalidateQueries({ queryKey: ['own-sessions'] });
    },
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    change.mutate();
  };
  const failure = failureBeside(change.error, ['currentPassword', 'newPassword']);
  return (
    <Card title={words.password}>
      <form onSubmit={submit} className="max-w-sm space-y-4">
        {/* For who keeps passwords by program: it tells whose this one is. */}
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        <TextField
          label={words.currentPassword}
          type="password"
          autoComplete="current-password"
          required
          value={currentPassword}
          fault={faultOf(change.error, 'currentPassword')}
          onChange={({ target }) => setCurrent(target.value)}
        />
        <NewPasswordField
          label={texts.password.new}
          value={newPassword}
          fault={faultOf(change.error, 'newPassword')}
          onChange={({ target }) => setNew(target.value)}
        />
        {failure && <FailureNotice error={failure} />}
        <Button type="submit" tone="primary" isBusy={change.isPending}>
          {words.changePassword}
        </Button>
        <p className="text-xs text-faint">{words.changeHint}</p>
      </form>
    </Card>
  );
}
