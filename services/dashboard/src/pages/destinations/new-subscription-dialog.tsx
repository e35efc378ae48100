import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { api, take } from '../../api/client.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { EventsChoice, type OutputEvent, OUTPUT_EVENTS } from '../../components/events-choice.tsx';
import { failureBeside, faultOf } from '../../components/fault-of.ts';
import { TextField } from '../../components/field.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { showToast } from '../../components/toast-store.ts';
import { texts } from '../../texts.ts';

const { destinations: words } = texts;

/** Asks for a URL and what it is told of, then shows what signs it, this once. */
export function NewSubscriptionDialog({ onClose }: { readonly onClose: () => void }) {
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly OutputEvent[]>(OUTPUT_EVENTS);
  const queryClient = useQueryClient();
  const subscribe = useMutation({
    mutationFn: () => take(api.POST('/api/subscriptions', { body: { url, events: [...events] } })),
    onSuccess: ({ secret }) => {
      if (secret === null) {
        showToast(words.wasThere);
        onClose();
      }
      return queryClient.invalidateQueries({ queryKey: ['destinations'] });
    },
  });
  if (subscribe.data?.secret) {
    return (
      <SecretOnce
        title={words.secret}
        description={words.secretText}
        secret={subscribe.data.secret}
        onClose={onClose}
      />
    );
  }
  const failure = failureBeside(subscribe.error, ['url']);
  return (
    <FormDialog
      onClose={onClose}
      title={words.add}
      description={words.addText}
      submitText={words.addDo}
      isReady={events.length > 0}
      isBusy={subscribe.isPending}
      failure={failure}
      onSubmit={() => subscribe.mutate()}
    >
      <TextField
        label={words.url}
        type="url"
        required
        autoFocus
        maxLength={2000}
        placeholder="https://"
        value={url}
        fault={faultOf(subscribe.error, 'url')}
        onChange={({ target }) => setUrl(target.value)}
      />
      <EventsChoice events={events} onChange={setEvents} />
    </FormDialog>
  );
}
