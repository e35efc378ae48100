import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';

import { type Answer, api, type BodyOf, take } from '../../api/client.ts';
import { settingsQuery } from '../../api/queries.ts';
import { sessionQuery } from '../../app/session.ts';
import { showToast } from '../../components/toast-store.ts';
import { texts } from './texts.ts';

export type Settings = Answer<'updateSettings'>;
export type SettingsChange = BodyOf<'updateSettings'>;
export type JudgeProvider = Settings['judgeProviders'][number];
export type ProviderName = JudgeProvider['provider'];

// Of many changes in a row it is said once.
let closeFormer = (): void => {};

/** Changes some settings; what is left out stays. */
export function useSaveSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: sendSettings,
    onSuccess: async (settings, change) => {
      await showSaved(queryClient, settings);
      // The menu shows the name.
      if (change.workspaceName !== undefined) {
        await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
        await queryClient.invalidateQueries({ queryKey: ['workspaces'] });
      }
    },
  });
}

/**
 * Changes a list, which replaces the one before, as it stands now: what somebody else changed in it stays, and, as
 * each change waits for the one before it, so does what was changed here a moment ago.
 */
export function useSaveList() {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: 'settings-lists' },
    mutationFn: async (changeOf: (now: Settings) => SettingsChange) =>
      sendSettings(changeOf(await take(api.GET('/api/settings')))),
    onSuccess: (settings) => showSaved(queryClient, settings),
  });
}

function sendSettings(body: SettingsChange): Promise<Settings> {
  return take(api.PATCH('/api/settings', { body }));
}

async function showSaved(queryClient: QueryClient, settings: Settings): Promise<void> {
  // An answer on its way may be from before, and would take the place of this one.
  await queryClient.cancelQueries({ queryKey: settingsQuery.queryKey });
  queryClient.setQueryData(settingsQuery.queryKey, settings);
  closeFormer();
  closeFormer = showToast(texts.saved);
}

type ProviderChange = NonNullable<SettingsChange['judgeProviders']>[number];

/** How a provider is sent along that stays as it is: without the key, which is kept then. */
export function keptProvider({ hasKey: _, ...entry }: JudgeProvider): ProviderChange {
  return entry;
}
