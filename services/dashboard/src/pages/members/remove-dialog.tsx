import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, take } from '../../api/client.ts';
import { useSession } from '../../app/session.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { showToast } from '../../components/toast-store.ts';
import { texts } from '../../texts.ts';
import { type Member, showMemberFailure } from './member.ts';

const { members: words } = texts;

interface RemoveDialogProps {
  /** Null while nobody is to be removed. */
  readonly member: Member | null;
  readonly onClose: () => void;
}

export function RemoveDialog({ member, onClose }: RemoveDialogProps) {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const isSelf = member?.userId === user.id;
  const remove = useMutation({
    mutationFn: ({ userId }: Member) =>
      take(api.DELETE('/api/members/{userId}', { params: { path: { userId } } })),
    onSuccess: async (_, { name }) => {
      if (isSelf) window.location.assign('/');
      else showToast(words.removed(name));
      await queryClient.invalidateQueries({ queryKey: ['members'] });
      await queryClient.invalidateQueries({ queryKey: ['invitations'] });
    },
    onError: showMemberFailure,
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      isOpen={member !== null}
      onClose={onClose}
      title={isSelf ? words.leave : words.remove(member?.name ?? '')}
      text={isSelf ? words.leaveText : words.removeText}
      confirm={isSelf ? words.leaveDo : words.removeDo}
      isBusy={remove.isPending}
      onConfirm={() => member && remove.mutate(member)}
    />
  );
}
