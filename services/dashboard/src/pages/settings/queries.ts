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

// Replaces the previous toast, so that several changes in a row show one.
let closeFormer = (): void => {};

/** Changes some settings and keeps the rest. */
export function useSaveSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: sendSettings,
    onSuccess: async (settings, change) => {
      await showSaved(queryClient, settings);
      // The menu shows the workspace name.
      if (change.workspaceName !== undefined) {
        await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
        await queryClient.invalidateQueries({ queryKey: ['workspaces'] });
      }
    },
  });
}

/**
 * Applies a change to the current version of a list and replaces it, so that concurrent changes by others stay. Changes
 * run one after another, so that an earlier one made here stays too.
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
  // A response in flight may be older and would overwrite this one.
  await queryClient.cancelQueries({ queryKey: settingsQuery.queryKey });
  queryClient.setQueryData(settingsQuery.queryKey, settings);
  closeFormer();
  closeFormer = showToast(texts.saved);
}

type ProviderChange = NonNullable<SettingsChange['judgeProviders']>[number];

/** A provider to send unchanged: the service keeps the key if it is absent. */
export function keptProvider({ hasKey: _, ...entry }: JudgeProvider): ProviderChange {
  return entry;
}
