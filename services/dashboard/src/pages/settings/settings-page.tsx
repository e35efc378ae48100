import { useQuery } from '@tanstack/react-query';

import { api, take } from '../../api/client.ts';
import { useMay } from '../../app/session.ts';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { texts } from '../../texts.ts';
import { DecisionsCard } from './decisions-card.tsx';
import { EraseCard } from './erase-card.tsx';
import { FilesCard } from './files-card.tsx';
import { JudgesCard } from './judges-card.tsx';
import { NameCard } from './name-card.tsx';
import { NotificationsCard } from './notifications-card.tsx';
import { RetentionCard } from './retention-card.tsx';
import type { Settings } from './settings.ts';

const { settings: words } = texts;

export function SettingsPage() {
  const may = useMay();
  const { data, error, refetch } = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => take(api.GET('/api/settings', { signal })),
  });
  return (
    <Page
      title={words.title}
      description={may('updateSettings') ? words.description : words.readOnly}
    >
      {error && <FailureNotice error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Loading />}
      {data && <SettingsCards settings={data} />}
    </Page>
  );
}

function SettingsCards({ settings }: { readonly settings: Settings }) {
  const may = useMay();
  return (
    <div className="max-w-3xl space-y-6">
      <fieldset disabled={!may('updateSettings')} className="min-w-0 space-y-6">
        <legend className="sr-only">{words.title}</legend>
        <NameCard settings={settings} />
        <DecisionsCard settings={settings} />
        <JudgesCard settings={settings} />
        <NotificationsCard settings={settings} />
        <RetentionCard settings={settings} />
        <FilesCard settings={settings} />
      </fieldset>
      {may('eraseWorkspace') && <EraseCard />}
    </div>
  );
}
