import type { JudgeProvider, SettingsChange } from './settings.ts';

type ProviderChange = NonNullable<SettingsChange['judgeProviders']>[number];

/** How a provider is sent along that stays as it is: without the key, which is kept then. */
export function keptProvider({ hasKey: _, ...entry }: JudgeProvider): ProviderChange {
  return entry;
}
