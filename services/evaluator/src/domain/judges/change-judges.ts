import type { JudgeProviderChange, JudgeSettingsChange } from '@output-review/contracts';

import type { JudgeEntry, WorkspaceJudges } from './workspace-judges.ts';

type Place = Pick<JudgeEntry, 'provider' | 'baseUrl'>;

/**
 * What a workspace's judges are after a change without faults. A stored key stays only for the same
 * provider at the same address: whoever points an entry elsewhere does not get the key with it.
 */
export function changeJudges(
  present: WorkspaceJudges,
  change: JudgeSettingsChange,
  sealKey: (key: string, place: Place) => string,
): WorkspaceJudges {
  const entries = change.judgeProviders?.map((wanted): JudgeEntry => {
    const { provider, model, apiKey } = wanted;
    const place = { provider, baseUrl: baseUrlOf(wanted) };
    const sealedKey =
      apiKey === undefined
        ? storedKeyOf(present, place)
        : apiKey === null
          ? null
          : sealKey(apiKey, place);
    const { inputPerMillion = null, outputPerMillion = null } = wanted;
    return { ...place, model, sealedKey, inputPerMillion, outputPerMillion };
  });
  const next = entries ?? present.entries;
  const { defaultJudgeProvider: wantedDefault = present.defaultProvider } = change;
  return {
    entries: next,
    // Without its entry the former default is none: the operator's judge is asked again.
    defaultProvider: next.some(({ provider }) => provider === wantedDefault) ? wantedDefault : null,
    skipsWhenFlagged: change.skipJudgesWhenFlagged ?? present.skipsWhenFlagged,
  };
}

/** The address of an entry as it is stored, so that one address has one form; null where none is given. */
export function baseUrlOf({ baseUrl }: Pick<JudgeProviderChange, 'baseUrl'>): string | null {
  if (baseUrl === undefined || baseUrl === null) return null;
  const text = URL.canParse(baseUrl) ? new URL(baseUrl).href : baseUrl;
  return text.replace(/(?<!\/)\/+$/, '');
}

function storedKeyOf(present: WorkspaceJudges, { provider, baseUrl }: Place): string | null {
  const stored = present.entries.find((each) => each.provider === provider);
  return stored?.baseUrl === baseUrl ? stored.sealedKey : null;
}
