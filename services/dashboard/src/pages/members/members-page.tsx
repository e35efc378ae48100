import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { UserMinus, UserPlus } from 'lucide-react';
import { useState } from 'react';

import { api, take } from '../../api/client.ts';
import type { Role } from '../../api/least-roles.ts';
import { useSession } from '../../app/session.ts';
import { Badge } from '../../components/badge.tsx';
import { Button, IconButton } from '../../components/button.tsx';
import { ChoiceField } from '../../components/field.tsx';
import { Cell, ListCard, Row, usePages } from '../../components/list.tsx';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { texts as componentTexts } from '../../components/texts.ts';
import { showToast } from '../../components/toast-store.ts';
import { InvitationsCard, InviteDialog, ROLE_CHOICES } from './invitations-card.tsx';
import { type Member, RemoveDialog, showMemberFailure } from './remove-dialog.tsx';
import { texts } from './texts.ts';

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
  const [removing, setRemoving] = useState<Member | null>(null);
  const members = usePages('members', (query, signal) =>
    take(api.GET('/api/members', { params: { query }, signal })),
  );
  return (
    <>
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
        {(member) => (
          <MemberRow key={member.userId} member={member} onRemove={() => setRemoving(member)} />
        )}
      </ListCard>
      {removing && <RemoveDialog member={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

interface MemberRowProps {
  readonly member: Member;
  readonly onRemove: () => void;
}

function MemberRow({ member, onRemove }: MemberRowProps) {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const isSelf = member.userId === user.id;
  const change = useMutation({
    mutationFn: (role: Role) => {
      const params = { path: { userId: member.userId } };
      return take(api.PATCH('/api/members/{userId}', { params, body: { role } }));
    },
    onSuccess: ({ name, role }) => {
      showToast(texts.changed(name, componentTexts.roles[role]));
      // Whoever gives the admin's role away must not go on as one.
      if (isSelf) window.location.assign('/');
    },
    onError: showMemberFailure,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['members'] }),
  });
  const shownRole = change.isPending ? change.variables : member.role;
  return (
    <Row>
      <Cell>
        <span className="flex items-center gap-2 font-medium">
          <span className="truncate">{member.name}</span>
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
          disabled={change.isPending}
          choices={ROLE_CHOICES}
          onChoose={(role) => role && change.mutate(role)}
        />
      </Cell>
      <Cell className="hidden text-soft md:table-cell">
        <Moment at={member.joinedAt} />
      </Cell>
      <Cell className="w-0">
        <IconButton icon={UserMinus} label={texts.remove(member.name)} onClick={onRemove} />
      </Cell>
    </Row>
  );
}
