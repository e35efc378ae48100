import type { ReactNode } from 'react';

import { Card } from '../../components/page.tsx';
import { texts } from '../../texts.ts';
import { AddressForm } from './address-form.tsx';
import type { Settings } from './settings.ts';
import { SwitchList } from './switch-list.tsx';
import { WebhookEvents } from './webhook-events.tsx';

const { settings: words } = texts;

interface SettingsProps {
  readonly settings: Settings;
}

/** Whom the workspace tells of its outputs: Slack, an address, a webhook. */
export function NotificationsCard({ settings }: SettingsProps) {
  return (
    <Card title={words.notifications}>
      <div className="divide-y divide-line *:py-5 *:first:pt-0 *:last:pb-0">
        <SwitchList
          settings={settings}
          names={['notifyOnFlag', 'notifyOnError']}
          words={words.switches}
        />
        <SlackSection settings={settings} />
        <EmailSection settings={settings} />
        <WebhookSection settings={settings} />
      </div>
    </Card>
  );
}

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

function Section({ title, children }: SectionProps) {
  return (
    <section className="space-y-3">
      <h3 className="text-sm">{title}</h3>
      {children}
    </section>
  );
}

function SlackSection({ settings }: SettingsProps) {
  const { hasSlackWebhook } = settings;
  return (
    <Section title={words.slack}>
      <AddressForm
        name="slackWebhookUrl"
        turnsOn="slackNotificationsEnabled"
        label={words.slackUrl}
        hint={hasSlackWebhook ? words.slackKept : words.slackHint}
        type="url"
        shown=""
        isStored={hasSlackWebhook}
      />
      {hasSlackWebhook && (
        <SwitchList
          settings={settings}
          names={['slackNotificationsEnabled']}
          words={words.switches}
        />
      )}
    </Section>
  );
}

function EmailSection({ settings }: SettingsProps) {
  const { notificationEmail } = settings;
  return (
    <Section title={words.email}>
      <AddressForm
        name="notificationEmail"
        turnsOn="emailNotificationsEnabled"
        label={words.emailAddress}
        type="email"
        shown={notificationEmail ?? ''}
        isStored={notificationEmail !== null}
      />
      {notificationEmail !== null && (
        <SwitchList
          settings={settings}
          names={['emailNotificationsEnabled']}
          words={words.switches}
        />
      )}
    </Section>
  );
}

function WebhookSection({ settings }: SettingsProps) {
  const { outboundWebhookUrl } = settings;
  return (
    <Section title={words.webhook}>
      <AddressForm
        name="outboundWebhookUrl"
        turnsOn="webhookEnabled"
        label={words.webhookUrl}
        type="url"
        shown={outboundWebhookUrl ?? ''}
        isStored={outboundWebhookUrl !== null}
      />
      {outboundWebhookUrl !== null && (
        <>
          <SwitchList settings={settings} names={['webhookEnabled']} words={words.switches} />
          <WebhookEvents settings={settings} />
        </>
      )}
    </Section>
  );
}
