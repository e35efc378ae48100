import { useMutation } from '@tanstack/react-query';

import { api, take } from '../../api/client.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { showFailure, showToast } from '../../components/toast-store.ts';
import { texts } from '../../texts.ts';
import { type Note, useRefreshInstructions } from './document-queries.ts';
import type { DocumentNames } from './document-search.ts';

const { instructions: words } = texts;

interface WithdrawDialogProps {
  readonly names: DocumentNames;
  readonly note: Note;
  readonly onClose: () => void;
}

/** Takes a note out of the queue, once somebody has read what it says again. */
export function WithdrawDialog({ names, note: { ref, comment }, onClose }: WithdrawDialogProps) {
  const refresh = useRefreshInstructions();
  const withdraw = useMutation({
    mutationFn: () => {
      const query = { ...names, ref };
      return take(api.DELETE('/api/instructions/feedback', { params: { query } }));
    },
    onSuccess: () => showToast(words.withdrawn),
    onError: showFailure,
    onSettled: async () => {
      onClose();
      await refresh();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={words.withdrawTitle}
      text={words.withdrawText(comment)}
      confirm={words.withdrawDo}
      isBusy={withdraw.isPending}
      onConfirm={() => withdraw.mutate()}
    />
  );
}
