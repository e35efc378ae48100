import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { api, take } from '../../api/client.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { TextArea } from '../../components/field.tsx';
import { showFailure, showToast } from '../../components/toast-store.ts';
import { texts } from '../../texts.ts';

interface FlagDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

const REASON_CHARACTERS_MAX = 2_000;

export function FlagDialog({ id, onClose }: FlagDialogProps) {
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const flag = useMutation({
    mutationFn: () => {
      const body = { status: 'flagged' as const, reason };
      return take(api.PATCH('/api/logs/{id}/status', { params: { path: { id } }, body }));
    },
    onSuccess: () => {
      onClose();
      showToast(texts.output.flagged);
      return queryClient.invalidateQueries({ queryKey: ['outputs'] });
    },
    onError: showFailure,
  });
  return (
    <FormDialog
      onClose={onClose}
      title={texts.output.flagTitle}
      description={texts.output.flagWhy}
      submitText={texts.output.flag}
      isBusy={flag.isPending}
      onSubmit={() => flag.mutate()}
    >
      <TextArea
        label={texts.output.flagReason}
        autoFocus
        maxLength={REASON_CHARACTERS_MAX}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
