import { EventsChoice } from '../../components/events-choice.tsx';
import { showFailure } from '../../components/toast-store.ts';
import { type Settings, useSaveSettings } from './settings.ts';

/** What the webhook is told of; each is saved when it is switched. */
export function WebhookEvents({ settings }: { readonly settings: Settings }) {
  const save = useSaveSettings();
  const shown = save.isPending ? save.variables.outboundWebhookEvents : undefined;
  return (
    <EventsChoice
      events={shown ?? settings.outboundWebhookEvents}
      isDisabled={save.isPending}
      onChange={(events) =>
        save.mutate({ outboundWebhookEvents: [...events] }, { onError: showFailure })
      }
    />
  );
}
