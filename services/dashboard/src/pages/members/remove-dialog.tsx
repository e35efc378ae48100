import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { api, take } from '../../api/client.ts';
import { useSession } from '../../app/session.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { showToast } from '../../components/toast-store.ts';
import { texts } from '../../texts.ts';
import { KeptTokens } from './kept-tokens.tsx';
import { type Member, showMemberFailure } from './member.ts';

const { members: words } = texts;

interface RemoveDialogProps {
  readonly member: Member;
  readonly onClose: () => void;
}

export function RemoveDialog({ member, onClose }: RemoveDialogProps) {
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
      else showToast(words.removed(member.name, revoked));
      for (const list of ['members', 'invitations', 'tokens', 'settings']) {
        await queryClient.invalidateQueries({ queryKey: [list] });
      }
    },
    onError: showMemberFailure,
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={isSelf ? words.leave : words.remove(member.name)}
      text={isSelf ? words.leaveText : words.removeText}
      confirm={isSelf ? words.leaveDo : words.removeDo}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      {member.tokens.length > 0 && (
        <KeptTokens tokens={member.tokens} kept={kept} onChange={setKept} />
      )}
    </ConfirmDialog>
  );
}
