import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';

import { api, take } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { EventsChoice, type OutputEvent, OUTPUT_EVENTS } from '../../components/events-choice.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
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
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    subscribe.mutate();
  };
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
    <DialogFrame
      isOpen
      onClose={onClose}
      title={words.add}
      description={words.addText}
      actions={
        <>
          <Button onClick={onClose}>{texts.form.cancel}</Button>
          <Button
            type="submit"
            form="new-subscription"
            tone="primary"
            disabled={events.length === 0}
            isBusy={subscribe.isPending}
          >
            {words.addDo}
          </Button>
        </>
      }
    >
      <form id="new-subscription" onSubmit={submit} className="space-y-4">
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
        {failure && <FailureNotice error={failure} />}
      </form>
    </DialogFrame>
  );
}
