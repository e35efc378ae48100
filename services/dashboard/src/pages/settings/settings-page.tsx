import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { api, take } from '../../api/client.ts';
import { settingsQuery } from '../../api/queries.ts';
import { useMay, useSession } from '../../app/session.ts';
import { Button } from '../../components/button.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { sending, useFields } from '../../components/form.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Card, Page } from '../../components/page.tsx';
import { formatBytes } from '../../formats.ts';
import { JudgesCard } from './judges-card.tsx';
import { NotificationsCard } from './notifications-card.tsx';
import type { Settings } from './queries.ts';
import { ReasonsCard } from './reasons-card.tsx';
import { SettingForm, SwitchList } from './setting-fields.tsx';
import { SlackAppCard } from './slack-app-card.tsx';
import { texts } from './texts.ts';

export function SettingsPage() {
  const may = useMay();
  const settings = useQuery(settingsQuery);
  return (
    <Page
      title={texts.title}
      description={may('updateSettings') ? texts.description : texts.readOnly}
    >
      <Loaded query={settings}>{(data) => <SettingsCards settings={data} />}</Loaded>
    </Page>
  );
}

function SettingsCards({ settings }: { readonly settings: Settings }) {
  const may = useMay();
  return (
    <div className="max-w-3xl space-y-6">
      <fieldset disabled={!may('updateSettings')} className="min-w-0 space-y-6">
        <legend className="sr-only">{texts.title}</legend>
        <Card title={texts.workspace}>
          <SettingForm
            kept={settings.workspaceName}
            changeTo={(workspaceName) => ({ workspaceName })}
            label={texts.name}
            required
            maxLength={200}
          />
        </Card>
        <Card title={texts.decisions}>
          <SwitchList
            settings={settings}
            names={[
              'tokensMayDecide',
              'allowDeadlineApproval',
              'blindApprovals',
              'queueDecisionComments',
            ]}
          />
        </Card>
        <ReasonsCard settings={settings} />
        <JudgesCard settings={settings} />
        <NotificationsCard settings={settings} />
        <SlackAppCard settings={settings} />
        <Card title={texts.retention}>
          <SettingForm
            kept={settings.retentionDays?.toString() ?? ''}
            changeTo={(days) => ({ retentionDays: days === '' ? null : Number(days) })}
            label={texts.retentionDays}
            type="number"
            inputMode="numeric"
            min={1}
            max={36_500}
            step={1}
            hint={texts.retentionHint(settings.usage.outputs)}
            placeholder={texts.forever}
          />
        </Card>
        <FilesCard settings={settings} />
      </fieldset>
      {may('eraseWorkspace') && <EraseCard />}
    </div>
  );
}

const MIB = 1_048_576;

function FilesCard({ settings }: { readonly settings: Settings }) {
  const { mediaQuotaBytes, usage } = settings;
  return (
    <Card title={texts.files}>
      <Usage usedBytes={usage.mediaBytes} quotaBytes={mediaQuotaBytes} />
      <SettingForm
        kept={mediaQuotaBytes === null ? '' : String(Math.round(mediaQuotaBytes / MIB))}
        changeTo={(mib) => ({
          mediaQuotaBytes: mib === '' ? null : Math.round(Number(mib) * MIB),
        })}
        className="mt-4"
        label={texts.quota}
        type="number"
        inputMode="numeric"
        min={0}
        hint={texts.quotaHint}
      />
    </Card>
  );
}

interface UsageProps {
  readonly usedBytes: number;
  readonly quotaBytes: number | null;
}

function Usage({ usedBytes, quotaBytes }: UsageProps) {
  if (quotaBytes === null) return <p className="text-sm">{texts.used(formatBytes(usedBytes))}</p>;
  const label = texts.usedOf(formatBytes(usedBytes), formatBytes(quotaBytes));
  return (
    <div className="text-sm">
      <p id="usage">{label}</p>
      <meter
        aria-labelledby="usage"
        min={0}
        max={Math.max(1, quotaBytes)}
        value={usedBytes}
        high={quotaBytes * 0.9}
        className="mt-1 h-3 w-full"
      />
    </div>
  );
}

/** Erases the workspace after its name is typed to confirm. */
function EraseCard() {
  const [isAsking, setAsking] = useState(false);
  return (
    <Card title={texts.erase}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 text-sm text-soft">{texts.eraseText}</p>
        <Button tone="danger" onClick={() => setAsking(true)}>
          {texts.eraseDo}
        </Button>
      </div>
      {isAsking && <EraseDialog onClose={() => setAsking(false)} />}
    </Card>
  );
}

function EraseDialog({ onClose }: { readonly onClose: () => void }) {
  const { workspace } = useSession();
  const { values, field } = useFields({ name: '' });
  const erase = useMutation({
    mutationFn: () => {
      const params = { path: { id: workspace.id } };
      return take(api.DELETE('/api/workspaces/{id}', { params, body: values }));
    },
    // Opens another workspace of the user, or the sign-in page.
    onSuccess: () => window.location.assign('/'),
  });
  return (
    <FormDialog
      onClose={onClose}
      title={texts.eraseTitle(workspace.name)}
      description={texts.eraseText}
      submitText={texts.eraseDo}
      tone="danger"
      isReady={values.name === workspace.name}
      {...sending(erase, ['name'])}
    >
      <TextField
        label={texts.eraseName(workspace.name)}
        autoComplete="off"
        required
        {...field('name', erase.error)}
      />
    </FormDialog>
  );
}
