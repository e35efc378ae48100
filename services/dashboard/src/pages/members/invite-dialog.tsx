import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';

import { api, take } from '../../api/client.ts';
import { type Role, ROLES } from '../../api/least-roles.ts';
import { Button } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { failureBeside, faultOf } from '../../components/fault-of.ts';
import { SelectField, TextField } from '../../components/field.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { texts } from '../../texts.ts';

const { members: words } = texts;

/** Asks whom to invite, then shows the link, this once. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('reviewer');
  const queryClient = useQueryClient();
  const invite = useMutation({
    mutationFn: () => {
      const body = { role, ...(email.trim() === '' ? {} : { email }) };
      return take(api.POST('/api/members/invitations', { body }));
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['invitations'] }),
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    invite.mutate();
  };
  if (invite.data) {
    const { link, email: invited } = invite.data;
    return (
      <SecretOnce
        title={words.linkTitle}
        description={words.linkText(invited)}
        secret={link}
        onClose={onClose}
      />
    );
  }
  const failure = failureBeside(invite.error, ['email']);
  return (
    <DialogFrame
      isOpen
      onClose={onClose}
      title={words.invite}
      description={words.inviteText}
      actions={
        <>
          <Button onClick={onClose}>{texts.form.cancel}</Button>
          <Button type="submit" form="invite" tone="primary" isBusy={invite.isPending}>
            {words.makeLink}
          </Button>
        </>
      }
    >
      <form id="invite" onSubmit={submit} className="space-y-4">
        <SelectField
          label={words.role}
          hint={words.roleHint(texts.roles[role], texts.roleMeanings[role])}
          value={role}
          onChange={({ target }) =>
            setRole(ROLES.find((name) => name === target.value) ?? 'reviewer')
          }
        >
          {ROLES.map((name) => (
            <option key={name} value={name}>
              {texts.roles[name]}
            </option>
          ))}
        </SelectField>
        <TextField
          label={words.forAddress}
          type="email"
          hint={words.forAddressHint}
          value={email}
          fault={faultOf(invite.error, 'email')}
          onChange={({ target }) => setEmail(target.value)}
        />
        {failure && <FailureNotice error={failure} />}
      </form>
    </DialogFrame>
  );
}
