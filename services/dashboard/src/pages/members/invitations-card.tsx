import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MailX } from 'lucide-react';
import { useState } from 'react';

import { useChangeOf } from '../../api/change.ts';
import { api, take } from '../../api/client.ts';
import { type Role, ROLES } from '../../api/least-roles.ts';
import { IconButton } from '../../components/button.tsx';
import { FormDialog, SecretOnce } from '../../components/dialog.tsx';
import { ChoiceField, TextField } from '../../components/field.tsx';
import { sending, useFields } from '../../components/form.tsx';
import { Cell, ListCard, Row, usePages } from '../../components/list.tsx';
import { Moment } from '../../components/moment.tsx';
import { texts as componentTexts } from '../../components/texts.ts';
import { showFailure, showToast } from '../../components/toast-store.ts';
import { texts } from './texts.ts';

/** Open invitations; nothing if there are none. */
export function InvitationsCard() {
  const queryClient = useQueryClient();
  const invitations = usePages('invitations', (query, signal) =>
    take(api.GET('/api/members/invitations', { params: { query }, signal })),
  );
  const revoke = useMutation({
    mutationFn: (id: string) =>
      take(api.DELETE('/api/members/invitations/{id}', { params: { path: { id } } })),
    onSuccess: () => showToast(texts.revoked),
    onError: showFailure,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['invitations'] }),
  });
  const { data, error } = invitations.query;
  if (data?.total === 0 && !error) return null;
  const title = texts.invitations(data?.total ?? 0);
  return (
    <ListCard
      {...invitations}
      stale="goes"
      lines={2}
      title={title}
      caption={title}
      heads={[
        texts.for,
        texts.role,
        { text: texts.invitedBy, className: 'hidden md:table-cell' },
        texts.expires,
        { text: texts.actions, isHidden: true },
      ]}
    >
      {({ id, email, role, createdBy, expiresAt }) => (
        <Row key={id}>
          <Cell className="break-all">{email ?? texts.anybody}</Cell>
          <Cell>{componentTexts.roles[role]}</Cell>
          <Cell className="hidden text-soft md:table-cell">{createdBy}</Cell>
          <Cell className="text-soft">
            <Moment at={expiresAt} />
          </Cell>
          <Cell className="w-0">
            <IconButton
              icon={MailX}
              label={texts.revoke(email ?? texts.anybody)}
              isBusy={revoke.isPending && revoke.variables === id}
              onClick={() => revoke.mutate(id)}
            />
          </Cell>
        </Row>
      )}
    </ListCard>
  );
}

export const ROLE_CHOICES = ROLES.map((id) => ({ id, text: componentTexts.roles[id] }));

/** Asks whom to invite, then shows the link once. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { values, field } = useFields({ email: '' });
  const [role, setRole] = useState<Role>('reviewer');
  const invite = useChangeOf(['invitations'], {
    mutationFn: () => {
      const body = { role, ...(values.email.trim() === '' ? {} : values) };
      return take(api.POST('/api/members/invitations', { body }));
    },
  });
  if (invite.data) {
    const { link, email } = invite.data;
    const text = texts.linkText(email);
    return (
      <SecretOnce title={texts.linkTitle} description={text} secret={link} onClose={onClose} />
    );
  }
  return (
    <FormDialog
      onClose={onClose}
      title={texts.invite}
      description={texts.inviteText}
      submitText={texts.makeLink}
      {...sending(invite, ['email'])}
    >
      <ChoiceField
        label={texts.role}
        hint={texts.roleHint(componentTexts.roles[role], componentTexts.roleMeanings[role])}
        value={role}
        choices={ROLE_CHOICES}
        onChoose={(chosen) => setRole(chosen ?? 'reviewer')}
      />
      <TextField
        label={texts.forAddress}
        type="email"
        hint={texts.forAddressHint}
        {...field('email', invite.error)}
      />
    </FormDialog>
  );
}
