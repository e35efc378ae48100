import { useState } from 'react';

import { Button, CopyButton } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { failureBeside, faultOf, onSubmitOf } from '../../components/form.tsx';
import { FailureNotice } from '../../components/loaded.tsx';
import { Card } from '../../components/page.tsx';
import { texts as componentTexts } from '../../components/texts.ts';
import { type Settings, useSaveList } from './queries.ts';
import { DigestChoice } from './setting-fields.tsx';
import { texts } from './texts.ts';

interface SettingsProps {
  readonly settings: Settings;
}

const IDS = ['teamId', 'appId', 'channel'] as const;
const SECRETS = ['botToken', 'signingSecret'] as const;
const PATHS = [...IDS, ...SECRETS].map((name) => `slackApp.${name}`);

/** The workspace's own Slack app, which posts outputs and accepts decisions: setup steps and credentials. */
export function SlackAppCard({ settings }: SettingsProps) {
  const words = texts.slackApp;
  return (
    <Card title={words.title}>
      <div className="space-y-5">
        <p className="text-sm text-soft">{words.text}</p>
        <ol className="list-decimal space-y-3 pl-5 text-sm">
          <li>
            {words.create}
            <Manifest text={manifestOf(window.location.origin)} />
          </li>
          <li>{words.install}</li>
          <li>{words.invite}</li>
        </ol>
        <SlackAppForm settings={settings} />
        {settings.slackApp !== null && <DigestChoice settings={settings} name="slackDigest" />}
      </div>
    </Card>
  );
}

/** Source: Slack, "App manifest reference". */
function manifestOf(origin: string): string {
  const manifest = {
    display_information: { name: 'Output Review' },
    features: { bot_user: { display_name: 'Output Review', always_online: false } },
    oauth_config: { scopes: { bot: ['chat:write', 'channels:history', 'groups:history'] } },
    settings: {
      interactivity: { is_enabled: true, request_url: `${origin}/api/slack/interactions` },
      org_deploy_enabled: false,
      socket_mode_enabled: false,
      token_rotation_enabled: false,
    },
  };
  return JSON.stringify(manifest, null, 2);
}

function Manifest({ text }: { readonly text: string }) {
  return (
    <div className="mt-2 flex items-start gap-2 rounded-md bg-sunken p-3">
      <pre
        tabIndex={0}
        aria-label={texts.slackApp.manifest}
        className="max-h-40 min-w-0 flex-1 overflow-auto font-mono text-xs"
      >
        {text}
      </pre>
      <CopyButton text={text} label={texts.slackApp.copyManifest} />
    </div>
  );
}

type FieldName = (typeof IDS)[number] | (typeof SECRETS)[number];

/** Applies the typed fields to the current app, so that concurrent changes by others and stored secrets stay. */
function SlackAppForm({ settings: { slackApp } }: SettingsProps) {
  const words = texts.slackApp;
  const [typed, setTyped] = useState<Partial<Record<FieldName, string>>>({});
  const kept = { botToken: '', signingSecret: '', ...idsOf(slackApp) };
  const save = useSaveList();
  const send = (changeOf: Parameters<typeof save.mutate>[0]): void =>
    save.mutate(changeOf, { onSuccess: () => setTyped({}) });
  const submit = (): void => {
    const given = Object.entries(typed).filter(([, text]) => text !== '');
    send((now) => ({ slackApp: { ...idsOf(now.slackApp), ...Object.fromEntries(given) } }));
  };
  const field = (name: FieldName) => ({
    value: typed[name] ?? kept[name],
    readOnly: save.isPending,
    fault: faultOf(save.error, `slackApp.${name}`),
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setTyped({ ...typed, [name]: target.value }),
  });
  const failure = failureBeside(save.error, PATHS);
  return (
    <form onSubmit={onSubmitOf(submit)} className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-3">
        {IDS.map((name) => (
          <TextField
            key={name}
            label={words.fields[name]}
            hint={words.hints[name]}
            required
            autoComplete="off"
            {...field(name)}
          />
        ))}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {SECRETS.map((name) => (
          <TextField
            key={name}
            label={words.fields[name]}
            hint={slackApp === null ? words.hints[name] : words.kept}
            type="password"
            autoComplete="off"
            required={slackApp === null}
            {...field(name)}
          />
        ))}
      </div>
      {failure && <FailureNotice error={failure} />}
      <div className="flex gap-2">
        <Button type="submit" isBusy={save.isPending}>
          {componentTexts.form.save}
        </Button>
        {slackApp !== null && (
          <Button
            tone="quiet"
            disabled={save.isPending}
            onClick={() => send(() => ({ slackApp: null }))}
          >
            {texts.takeAway}
          </Button>
        )}
      </div>
    </form>
  );
}

function idsOf(slackApp: Settings['slackApp']) {
  const { teamId = '', appId = '', channel = '' } = slackApp ?? {};
  return { teamId, appId, channel };
}
