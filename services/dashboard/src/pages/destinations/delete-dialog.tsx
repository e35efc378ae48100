import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, take } from '../../api/client.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { showFailure, showToast } from '../../components/toast-store.ts';
import { texts } from '../../texts.ts';
import type { DestinationDialogProps } from './asked.ts';

const { destinations: words } = texts;

export function DeleteDialog({ destination, onClose }: DestinationDialogProps) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => {
      const params = { path: { id: destination.id } };
      return take(api.DELETE('/api/subscriptions/{id}', { params }));
    },
    onSuccess: () => {
      showToast(words.deleted);
      return queryClient.invalidateQueries({ queryKey: ['destinations'] });
    },
    onError: showFailure,
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={words.deleteTitle}
      text={words.deleteText(destination.address ?? '')}
      confirm={texts.form.delete}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  );
}
