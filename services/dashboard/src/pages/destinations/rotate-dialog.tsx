import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, take } from '../../api/client.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { showFailure } from '../../components/toast-store.ts';
import { nameOfDestination } from '../../deliveries/destination-name.tsx';
import { texts } from '../../texts.ts';
import type { DestinationDialogProps } from './asked.ts';

const { destinations: words } = texts;

/** Asks, then shows the new secret, this once. */
export function RotateDialog({ destination, onClose }: DestinationDialogProps) {
  const queryClient = useQueryClient();
  const rotate = useMutation({
    mutationFn: () => {
      const params = { path: { id: destination.id } };
      return take(api.POST('/api/destinations/{id}/rotate-secret', { params }));
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['destinations'] }),
    onError: (error) => {
      showFailure(error);
      onClose();
    },
  });
  if (rotate.data) {
    return (
      <SecretOnce
        title={words.rotated}
        description={words.rotatedText}
        secret={rotate.data.secret}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={words.rotateTitle}
      text={words.rotateText(nameOfDestination(destination))}
      confirm={words.rotateDo}
      isBusy={rotate.isPending}
      onConfirm={() => rotate.mutate()}
    />
  );
}
