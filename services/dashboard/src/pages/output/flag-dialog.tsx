import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';

import { api, take } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
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
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    flag.mutate();
  };
  return (
    <DialogFrame
      isOpen
      onClose={onClose}
      title={texts.output.flagTitle}
      description={texts.output.flagWhy}
    >
      <form onSubmit={submit} className="space-y-4">
        <TextArea
          label={texts.output.flagReason}
          autoFocus
          maxLength={REASON_CHARACTERS_MAX}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{texts.form.cancel}</Button>
          <Button type="submit" tone="primary" isBusy={flag.isPending}>
            {texts.output.flag}
          </Button>
        </div>
      </form>
    </DialogFrame>
  );
}
