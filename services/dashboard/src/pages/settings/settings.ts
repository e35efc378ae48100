import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, take } from '../../api/client.ts';
import type { operations } from '../../api/schema.d.ts';
import { sessionQuery } from '../../app/session.ts';
import { showToast } from '../../components/toast-store.ts';
import { texts } from '../../texts.ts';

type Update = operations['updateSettings'];

export type Settings = Update['responses'][200]['content']['application/json'];
export type SettingsChange = NonNullable<Update['requestBody']>['content']['application/json'];
export type JudgeProvider = Settings['judgeProviders'][number];
export type ProviderName = JudgeProvider['provider'];

// Of many changes in a row it is said once.
let closeFormer = (): void => {};

/** Changes some settings; what is left out stays. */
export function useSaveSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: SettingsChange) => take(api.PATCH('/api/settings', { body })),
    onSuccess: async (settings, change) => {
      queryClient.setQueryData(['settings'], settings);
      closeFormer();
      closeFormer = showToast(texts.settings.saved);
      // The menu shows the name.
      if (change.workspaceName !== undefined) {
        await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
        await queryClient.invalidateQueries({ queryKey: ['workspaces'] });
      }
    },
  });
}
