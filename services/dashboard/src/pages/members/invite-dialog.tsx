import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { api, take } from '../../api/client.ts';
import { type Role, ROLES } from '../../api/least-roles.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
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
    <FormDialog
      onClose={onClose}
      title={words.invite}
      description={words.inviteText}
      submitText={words.makeLink}
      isBusy={invite.isPending}
      failure={failure}
      onSubmit={() => invite.mutate()}
    >
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
    </FormDialog>
  );
}
