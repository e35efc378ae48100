import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MailX, UserMinus, UserPlus } from 'lucide-react';
import { useState } from 'react';

import { useChangeOf } from '../../api/change.ts';
import { type Answer, api, ApiFailure, take } from '../../api/client.ts';
import { type Role, ROLES } from '../../api/least-roles.ts';
import { useSession } from '../../app/session.ts';
import { Badge } from '../../components/badge.tsx';
import { Button, IconButton } from '../../components/button.tsx';
import { ConfirmDialog, FormDialog, SecretOnce } from '../../components/dialog.tsx';
import { Checkboxes, ChoiceField, TextField } from '../../components/field.tsx';
import { sending, useFields } from '../../components/form.tsx';
import { Cell, ListCard, Row, usePages } from '../../components/list.tsx';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { texts as componentTexts } from '../../components/texts.ts';
import { showFailure, showToast } from '../../components/toast-store.ts';
import { formatTime } from '../../formats.ts';
import { texts } from './texts.ts';

type Member = Answer<'listMembers'>['items'][number];

const ROLE_CHOICES = ROLES.map((id) => ({ id, text: componentTexts.roles[id] }));

export function MembersPage() {
  const [isInviting, setInviting] = useState(false);
  return (
    <Page
      title={texts.title}
      description={texts.description}
      actions={
        <Button tone="primary" icon={UserPlus} onClick={() => setInviting(true)}>
          {texts.invite}
        </Button>
      }
    >
      <div className="space-y-6">
        <MembersCard />
        <InvitationsCard />
      </div>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  );
}

function MembersCard() {
  const members = usePages('members', (query, signal) =>
    take(api.GET('/api/members', { params: { query }, signal })),
  );
  return (
    <ListCard
      {...members}
      stale="goes"
      title={texts.count(members.query.data?.total ?? 0)}
      caption={texts.title}
      heads={[
        texts.name,
        texts.role,
        { text: texts.joined, className: 'hidden md:table-cell' },
        { text: texts.actions, isHidden: true },
      ]}
    >
      {(member) => <MemberRow key={member.userId} member={member} />}
    </ListCard>
  );
}

function MemberRow({ member }: { readonly member: Member }) {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<Role | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const isSelf = member.userId === user.id;
  const change = useMutation({
    mutationFn: (role: Role) => {
      const params = { path: { userId: member.userId } };
      return take(api.PATCH('/api/members/{userId}', { params, body: { role } }));
    },
    onSuccess: ({ name, role }) => {
      showToast(texts.changed(name, componentTexts.roles[role]));
      // Reload with the new role, since the user may no longer be an admin.
      if (isSelf) window.location.assign('/');
    },
    onError: showMemberFailure,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['members'] }),
  });
  const shownRole = change.isPending ? change.variables : member.role;
  return (
    <Row>
      <Cell className="min-w-28 wrap-anywhere">
        <span className="flex items-center gap-2 font-medium">
          <span className="min-w-0">{member.name}</span>
          {isSelf && <Badge>{texts.you}</Badge>}
        </span>
        <span className="block text-xs break-all text-faint">{member.email}</span>
        {member.role !== 'admin' && member.tokens.length > 0 && (
          <Link to="/tokens" className="block text-xs wrap-anywhere text-warn hover:underline">
            {texts.stillKnows(member.tokens.map(({ name }) => name))}
          </Link>
        )}
      </Cell>
      <Cell className="w-40">
        <ChoiceField
          label={texts.roleOf(member.name)}
          isLabelHidden
          value={shownRole}
          isBusy={change.isPending}
          choices={ROLE_CHOICES}
          onChoose={(role) => role && (isSelf ? setAsked(role) : change.mutate(role))}
        />
        {asked && (
          <ConfirmDialog
            onClose={() => setAsked(null)}
            title={texts.changeOwn(componentTexts.roles[asked])}
            text={texts.changeOwnText}
            confirm={texts.changeOwnDo}
            isBusy={change.isPending}
            onConfirm={() => change.mutate(asked, { onSettled: () => setAsked(null) })}
          />
        )}
      </Cell>
      <Cell className="hidden text-soft md:table-cell">
        <Moment at={member.joinedAt} />
      </Cell>
      <Cell className="w-0">
        <IconButton
          icon={UserMinus}
          label={texts.remove(member.name)}
          onClick={() => setRemoving(true)}
        />
        {isRemoving && <RemoveDialog member={member} onClose={() => setRemoving(false)} />}
      </Cell>
    </Row>
  );
}

interface RemoveDialogProps {
  readonly member: Member;
  readonly onClose: () => void;
}

function RemoveDialog({ member, onClose }: RemoveDialogProps) {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const [kept, setKept] = useState<readonly string[]>([]);
  const isSelf = member.userId === user.id;
  const remove = useMutation({
    mutationFn: () => {
      const query = kept.length === 0 ? {} : { keepTokens: kept.join(',') };
      const params = { path: { userId: member.userId }, query };
      return take(api.DELETE('/api/members/{userId}', { params }));
    },
    onSuccess: async ({ tokens }) => {
      const revoked = tokens.filter((token) => token.revoked).length;
      if (isSelf) window.location.assign('/');
      else showToast(texts.removed(member.name, revoked));
      for (const list of ['members', 'invitations', 'tokens', 'settings']) {
        await queryClient.invalidateQueries({ queryKey: [list] });
      }
    },
    onError: showMemberFailure,
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      onClose={onClose}
      title={isSelf ? texts.leave : texts.remove(member.name)}
      text={isSelf ? texts.leaveText : texts.removeText}
      confirm={isSelf ? texts.leaveDo : texts.removeDo}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      {member.tokens.length > 0 && (
        <KeptTokens tokens={member.tokens} kept={kept} onChange={setKept} />
      )}
    </ConfirmDialog>
  );
}

interface KeptTokensProps {
  readonly tokens: Member['tokens'];
  /** IDs of the tokens to keep. */
  readonly kept: readonly string[];
  readonly onChange: (kept: readonly string[]) => void;
}

/** The tokens of a member being removed, and which of them stay valid. */
function KeptTokens({ tokens, kept, onChange }: KeptTokensProps) {
  return (
    <fieldset className="space-y-2">
      <legend className="mb-2 text-sm font-medium">{texts.keepTokens}</legend>
      <p className="text-sm text-soft">{texts.keepTokensWhy}</p>
      <Checkboxes
        choices={tokens.map(({ id, name, hint, lastUsedAt }) => ({
          id,
          label: texts.keepToken(name, hint),
          hint:
            lastUsedAt === null
              ? texts.neverUsed
              : texts.lastUsed(formatTime(new Date(lastUsedAt))),
        }))}
        chosen={kept}
        onChange={onChange}
      />
    </fieldset>
  );
}

/** Explains a failed change of a member; for the last admin, also what to do. */
function showMemberFailure(error: Error): void {
  const isLastAdmin = error instanceof ApiFailure && error.code === 'LAST_ADMIN';
  showFailure(isLastAdmin ? new Error(texts.lastAdmin) : error);
}

/** Open invitations; nothing if there are none. */
function InvitationsCard() {
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

/** Asks whom to invite, then shows the link once. */
function InviteDialog({ onClose }: { readonly onClose: () => void }) {
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
