import { type ReactNode, useState } from 'react';

import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { failureBeside, faultOf, onSubmitOf } from '../../components/form.tsx';
import { FailureNotice } from '../../components/loaded.tsx';
import { Card } from '../../components/page.tsx';
import { texts as componentTexts } from '../../components/texts.ts';
import { showFailure } from '../../components/toast-store.ts';
import { EventsChoice, OUTPUT_EVENTS, type OutputEvent } from '../../deliveries/destinations.tsx';
import { type Settings, type SettingsChange, useSaveList, useSaveSettings } from './queries.ts';
import { DigestChoice, SwitchList } from './setting-fields.tsx';
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
          shown=""
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
          shown={notificationEmail ?? ''}
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
          shown={outboundWebhookUrl ?? ''}
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

interface AddressSectionProps extends SettingsProps {
  readonly title: string;
  readonly name: 'slackWebhookUrl' | 'notificationEmail' | 'outboundWebhookUrl';
  /** The setting that a first address turns on, since a new address is meant to be used. */
  readonly turnsOn: 'slackNotificationsEnabled' | 'emailNotificationsEnabled' | 'webhookEnabled';
  readonly label: string;
  readonly hint?: string;
  readonly type: 'url' | 'email';
  /** The stored value, as far as it may be shown; empty if hidden or not set. */
  readonly shown: string;
  readonly isStored: boolean;
  /** Further settings of a stored address. */
  readonly children: ReactNode;
}

/** Saves, replaces or removes one notification address. */
function AddressSection(props: AddressSectionProps) {
  const { settings, title, name, turnsOn, label, hint, type, shown, isStored, children } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const address = typed ?? shown;
  const save = useSaveSettings();
  const submit = (): void => {
    const change = { [name]: address, ...(isStored ? {} : { [turnsOn]: true }) };
    save.mutate(change, { onSuccess: () => setTyped(null) });
  };
  const remove = (): void => save.mutate({ [name]: null }, { onSuccess: () => setTyped(null) });
  const failure = failureBeside(save.error, [name, turnsOn]);
  return (
    <section className="space-y-3">
      <h3 className="text-sm">{title}</h3>
      <form onSubmit={onSubmitOf(submit)} className="space-y-3">
        <TextField
          label={label}
          hint={hint}
          type={type}
          required
          maxLength={2000}
          value={address}
          readOnly={save.isPending}
          fault={faultOf(save.error, name) ?? faultOf(save.error, turnsOn)}
          onChange={({ target }) => setTyped(target.value)}
        />
        {failure && <FailureNotice error={failure} />}
        <div className="flex gap-2">
          <Button type="submit" isBusy={save.isPending} disabled={address === shown}>
            {componentTexts.form.save}
          </Button>
          {isStored && (
            <Button tone="quiet" disabled={save.isPending} onClick={remove}>
              {texts.takeAway}
            </Button>
          )}
        </div>
      </form>
      {isStored && (
        <>
          <SwitchList settings={settings} names={[turnsOn]} />
          {children}
        </>
      )}
    </section>
  );
}
