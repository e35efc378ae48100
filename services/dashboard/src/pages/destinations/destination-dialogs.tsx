import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { useChangeOf } from '../../api/change.ts';
import { api, take } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog, DialogFrame, FormDialog, SecretOnce } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { sending, useFields } from '../../components/form.tsx';
import { FailureNotice } from '../../components/loaded.tsx';
import { texts as componentTexts } from '../../components/texts.ts';
import { showFailure, showToast } from '../../components/toast-store.ts';
import {
  AttemptList,
  type Destination,
  EventsChoice,
  nameOfDestination,
  OUTPUT_EVENTS,
  type OutputEvent,
} from '../../deliveries/deliveries.tsx';
import { texts } from './texts.ts';

const DIALOGS = {
  test: TestDialog,
  replay: ReplayDialog,
  rotate: RotateDialog,
  delete: DeleteDialog,
};

/** An action on a destination. */
export interface Asked {
  readonly what: keyof typeof DIALOGS;
  readonly destination: Destination;
}

interface DestinationDialogProps {
  readonly destination: Destination;
  readonly onClose: () => void;
}

/** The dialog for an action. */
export function DestinationDialog({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const Dialog = DIALOGS[asked.what];
  return <Dialog destination={asked.destination} onClose={onClose} />;
}

/** Asks from when to resend failed deliveries. This also switches on a destination that was switched off. */
function ReplayDialog({ destination, onClose }: DestinationDialogProps) {
  const { values, field } = useFields({ since: '' });
  const queryClient = useQueryClient();
  const { id: destinationId, dead, endedReason } = destination;
  const isOff = endedReason === 'failing';
  const replay = useMutation({
    mutationFn: () => {
      const since = values.since === '' ? {} : { since: new Date(values.since).toISOString() };
      return take(api.POST('/api/deliveries/replay', { body: { destinationId, ...since } }));
    },
    onSuccess: async ({ count }) => {
      showToast(texts.replayed(count));
      await queryClient.invalidateQueries({ queryKey: ['destinations'] });
      onClose();
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={isOff ? texts.switchOn : texts.replay}
      description={isOff ? texts.switchOnText : texts.replayText(dead)}
      submitText={isOff ? texts.switchOnDo : texts.replayDo}
      {...sending(replay)}
    >
      <TextField
        label={texts.since}
        type="datetime-local"
        autoFocus
        hint={texts.sinceHint}
        {...field('since')}
      />
    </FormDialog>
  );
}

/** Asks for a URL and its events, then shows the signing secret once. */
export function NewSubscriptionDialog({ onClose }: { readonly onClose: () => void }) {
  const { values, field } = useFields({ url: '' });
  const [events, setEvents] = useState<readonly OutputEvent[]>(OUTPUT_EVENTS);
  const subscribe = useChangeOf(['destinations'], {
    mutationFn: () =>
      take(api.POST('/api/subscriptions', { body: { ...values, events: [...events] } })),
    onSuccess: ({ secret }) => {
      if (secret !== null) return;
      showToast(texts.wasThere);
      onClose();
    },
  });
  if (subscribe.data?.secret) {
    return (
      <SecretOnce
        title={texts.secret}
        description={texts.secretText}
        secret={subscribe.data.secret}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      onClose={onClose}
      title={texts.add}
      description={texts.addText}
      submitText={texts.addDo}
      isReady={events.length > 0}
      {...sending(subscribe, ['url'])}
    >
      <TextField
        label={texts.url}
        type="url"
        required
        autoFocus
        maxLength={2000}
        placeholder="https://"
        {...field('url', subscribe.error)}
      />
      <EventsChoice events={events} onChange={setEvents} />
    </FormDialog>
  );
}

function DeleteDialog({ destination, onClose }: DestinationDialogProps) {
  const remove = useChangeOf(['destinations'], {
    mutationFn: () => {
      const params = { path: { id: destination.id } };
      return take(api.DELETE('/api/subscriptions/{id}', { params }));
    },
    onSuccess: () => showToast(texts.deleted),
    onError: showFailure,
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      onClose={onClose}
      title={texts.deleteTitle}
      text={texts.deleteText(destination.address ?? '')}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  );
}

/** Confirms, then shows the new secret once. */
function RotateDialog({ destination, onClose }: DestinationDialogProps) {
  const rotate = useChangeOf(['destinations'], {
    mutationFn: () => {
      const params = { path: { id: destination.id } };
      return take(api.POST('/api/destinations/{id}/rotate-secret', { params }));
    },
    onError: (error) => {
      showFailure(error);
      onClose();
    },
  });
  if (rotate.data) {
    return (
      <SecretOnce
        title={texts.rotated}
        description={texts.rotatedText}
        secret={rotate.data.secret}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={texts.rotateTitle}
      text={texts.rotateText(nameOfDestination(destination))}
      confirm={texts.rotateDo}
      isBusy={rotate.isPending}
      onConfirm={() => rotate.mutate()}
    />
  );
}

/** Sends a test event and shows the response. */
function TestDialog({ destination, onClose }: DestinationDialogProps) {
  const queryClient = useQueryClient();
  const test = useMutation({
    mutationFn: () => {
      const params = { path: { id: destination.id } };
      return take(api.POST('/api/destinations/{id}/test', { params }));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['destinations'] }),
  });
  const name = nameOfDestination(destination);
  return (
    <DialogFrame
      onClose={onClose}
      title={test.data ? resultOf(test.data.state) : texts.test}
      description={test.data ? name : texts.testText(name)}
      actions={
        <>
          <Button onClick={onClose}>
            {test.data ? componentTexts.close : componentTexts.form.cancel}
          </Button>
          <Button tone="primary" isBusy={test.isPending} onClick={() => test.mutate()}>
            {test.data ? texts.testAgain : texts.testDo}
          </Button>
        </>
      }
    >
      {test.data && <AttemptList attempts={test.data.attempts} />}
      {test.error && <FailureNotice error={test.error} />}
    </DialogFrame>
  );
}

function resultOf(state: string): string {
  return state === 'delivered' ? texts.testCame : texts.testFailed;
}
