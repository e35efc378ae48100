import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { type Answer, api, ApiFailure, take } from '../../api/client.ts';
import { useSession } from '../../app/session.ts';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { Checkboxes } from '../../components/field.tsx';
import { showFailure, showToast } from '../../components/toast-store.ts';
import { formatTime } from '../../formats.ts';
import { texts } from './texts.ts';

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
      isOpen
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
  /** Ids. */
  readonly kept: readonly string[];
  readonly onChange: (kept: readonly string[]) => void;
}

/** The tokens that somebody made who is to be removed, and which of them stay good. */
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

export type Member = Answer<'listMembers'>['items'][number];

/** Says why a change of a member failed; of the last admin, what to do about it too. */
export function showMemberFailure(error: Error): void {
  const isLastAdmin = error instanceof ApiFailure && error.code === 'LAST_ADMIN';
  showFailure(isLastAdmin ? new Error(texts.lastAdmin) : error);
}
