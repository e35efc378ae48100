import type { ComponentProps, ReactNode } from 'react';

import { Card } from '../../components/page.tsx';
import { showFailure } from '../../components/toast-store.ts';
import { EventsChoice, OUTPUT_EVENTS, type OutputEvent } from '../../deliveries/deliveries.tsx';
import { type Settings, type SettingsChange, useSaveList } from './queries.ts';
import { DigestChoice, SettingForm, SwitchList } from './setting-fields.tsx';
import { texts } from './texts.ts';

interface SettingsProps {
  readonly settings: Settings;
}

/** The notifications of the workspace: Slack, email and webhook. */
export function NotificationsCard({ settings }: SettingsProps) {
  const { hasSlackWebhook, notificationEmail, outboundWebhookUrl } = settings;
  return (
    <Card title={texts.notifications}>
      <div className="divide-y divide-line *:py-5 *:first:pt-0 *:last:pb-0">
        <SwitchList settings={settings} names={['notifyOnFlag', 'notifyOnError']} />
        <AddressSection
          settings={settings}
          title={texts.slack}
          name="slackWebhookUrl"
          turnsOn="slackNotificationsEnabled"
          label={texts.slackUrl}
          hint={hasSlackWebhook ? texts.slackKept : texts.slackHint}
          type="url"
          kept=""
          isStored={hasSlackWebhook}
        >
          <DigestChoice settings={settings} name="slackDigest" />
        </AddressSection>
        <AddressSection
          settings={settings}
          title={texts.email}
          name="notificationEmail"
          turnsOn="emailNotificationsEnabled"
          label={texts.emailAddress}
          type="email"
          kept={notificationEmail ?? ''}
          isStored={notificationEmail !== null}
        >
          <DigestChoice settings={settings} name="emailDigest" />
        </AddressSection>
        <AddressSection
          settings={settings}
          title={texts.webhook}
          name="outboundWebhookUrl"
          turnsOn="webhookEnabled"
          label={texts.webhookUrl}
          type="url"
          kept={outboundWebhookUrl ?? ''}
          isStored={outboundWebhookUrl !== null}
        >
          <WebhookEvents settings={settings} />
        </AddressSection>
      </div>
    </Card>
  );
}

/** The events of the webhook; each is saved when it is switched. */
function WebhookEvents({ settings }: SettingsProps) {
  const save = useSaveList();
  const { outboundWebhookEvents: kept } = settings;
  const shown = save.isPending ? save.variables(settings).outboundWebhookEvents : undefined;
  return (
    <EventsChoice
      events={shown ?? kept}
      isBusy={save.isPending}
      onChange={(events) => save.mutate(switching(kept, events), { onError: showFailure })}
    />
  );
}

/** Applies the switches made here to the current events, so that changes by others stay. */
function switching(before: readonly OutputEvent[], after: readonly OutputEvent[]) {
  return ({ outboundWebhookEvents: now }: Settings): SettingsChange => ({
    outboundWebhookEvents: OUTPUT_EVENTS.filter((event) =>
      (before.includes(event) === after.includes(event) ? now : after).includes(event),
    ),
  });
}

interface AddressSectionProps
  extends
    SettingsProps,
    Pick<ComponentProps<typeof SettingForm>, 'label' | 'hint' | 'type' | 'kept'> {
  readonly title: string;
  readonly name: 'slackWebhookUrl' | 'notificationEmail' | 'outboundWebhookUrl';
  /** The setting that a first address turns on, since a new address is meant to be used. */
  readonly turnsOn: 'slackNotificationsEnabled' | 'emailNotificationsEnabled' | 'webhookEnabled';
  readonly isStored: boolean;
  /** Further settings of a stored address. */
  readonly children: ReactNode;
}

/** Saves, replaces or removes one notification address. */
function AddressSection(props: AddressSectionProps) {
  const { settings, title, name, turnsOn, isStored, children, ...field } = props;
  return (
    <section className="space-y-3">
      <h3 className="text-sm">{title}</h3>
      <SettingForm
        {...field}
        changeTo={(address) => ({ [name]: address, ...(isStored ? {} : { [turnsOn]: true }) })}
        removal={isStored ? { [name]: null } : null}
        required
        maxLength={2000}
      />
      {isStored && (
        <>
          <SwitchList settings={settings} names={[turnsOn]} />
          {children}
        </>
      )}
    </section>
  );
}
