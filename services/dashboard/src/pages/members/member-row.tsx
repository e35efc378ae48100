import { useMutation, useQueryClient } from '@tanstack/react-query';
import { UserMinus } from 'lucide-react';

import { api, take } from '../../api/client.ts';
import { type Role, ROLES } from '../../api/least-roles.ts';
import { useSession } from '../../app/session.ts';
import { Badge } from '../../components/badge.tsx';
import { IconButton } from '../../components/button.tsx';
import { SelectField } from '../../components/field.tsx';
import { Moment } from '../../components/moment.tsx';
import { Cell, Row } from '../../components/table.tsx';
import { showToast } from '../../components/toast-store.ts';
import { texts } from '../../texts.ts';
import { type Member, showMemberFailure } from './member.ts';

const { members: words } = texts;

interface MemberRowProps {
  readonly member: Member;
  readonly onRemove: () => void;
}

export function MemberRow({ member, onRemove }: MemberRowProps) {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const isSelf = member.userId === user.id;
  const change = useMutation({
    mutationFn: (role: Role) => {
      const params = { path: { userId: member.userId } };
      return take(api.PATCH('/api/members/{userId}', { params, body: { role } }));
    },
    onSuccess: ({ name, role }) => {
      showToast(words.changed(name, texts.roles[role]));
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
          {isSelf && <Badge>{words.you}</Badge>}
        </span>
        <span className="block text-xs break-all text-faint">{member.email}</span>
      </Cell>
      <Cell className="w-40">
        <SelectField
          label={words.roleOf(member.name)}
          isLabelHidden
          value={shownRole}
          disabled={change.isPending}
          onChange={({ target }) => {
            const role = ROLES.find((name) => name === target.value);
            if (role) change.mutate(role);
          }}
        >
          {ROLES.map((role) => (
            <option key={role} value={role}>
              {texts.roles[role]}
            </option>
          ))}
        </SelectField>
      </Cell>
      <Cell className="hidden text-soft md:table-cell">
        <Moment at={member.joinedAt} />
      </Cell>
      <Cell className="w-0">
        <IconButton icon={UserMinus} label={words.remove(member.name)} onClick={onRemove} />
      </Cell>
    </Row>
  );
}
