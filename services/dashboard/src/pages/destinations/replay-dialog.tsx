import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';

import { api, take } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { TextField } from '../../components/field.tsx';
import { showToast } from '../../components/toast-store.ts';
import { texts } from '../../texts.ts';
import type { DestinationDialogProps } from './asked.ts';

const { destinations: words } = texts;

/** Asks since when what was given up is sent again; a destination that was switched off is on again. */
export function ReplayDialog({ destination, onClose }: DestinationDialogProps) {
  const [since, setSince] = useState('');
  const queryClient = useQueryClient();
  const { id: destinationId, dead, endedReason } = destination;
  const isOff = endedReason === 'failing';
  const replay = useMutation({
    mutationFn: () => {
      const from = since === '' ? {} : { since: new Date(since).toISOString() };
      return take(api.POST('/api/deliveries/replay', { body: { destinationId, ...from } }));
    },
    onSuccess: async ({ count }) => {
      showToast(words.replayed(count));
      await queryClient.invalidateQueries({ queryKey: ['destinations'] });
      onClose();
    },
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    replay.mutate();
  };
  return (
    <DialogFrame
      isOpen
      onClose={onClose}
      title={isOff ? words.switchOn : words.replay}
      description={isOff ? words.switchOnText : words.replayText(dead)}
      actions={
        <>
          <Button onClick={onClose}>{texts.form.cancel}</Button>
          <Button type="submit" form="replay" tone="primary" isBusy={replay.isPending}>
            {isOff ? words.switchOnDo : words.replayDo}
          </Button>
        </>
      }
    >
      <form id="replay" onSubmit={submit} className="space-y-4">
        <TextField
          label={words.since}
          type="datetime-local"
          autoFocus
          hint={words.sinceHint}
          value={since}
          onChange={({ target }) => setSince(target.value)}
        />
        {replay.error && <FailureNotice error={replay.error} />}
      </form>
    </DialogFrame>
  );
}
