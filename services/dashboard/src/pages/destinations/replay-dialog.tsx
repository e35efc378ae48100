import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { api, take } from '../../api/client.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
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
  return (
    <FormDialog
      onClose={onClose}
      title={isOff ? words.switchOn : words.replay}
      description={isOff ? words.switchOnText : words.replayText(dead)}
      submitText={isOff ? words.switchOnDo : words.replayDo}
      isBusy={replay.isPending}
      failure={replay.error}
      onSubmit={() => replay.mutate()}
    >
      <TextField
        label={words.since}
        type="datetime-local"
        autoFocus
        hint={words.sinceHint}
        value={since}
        onChange={({ target }) => setSince(target.value)}
      />
    </FormDialog>
  );
}
