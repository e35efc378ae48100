import type {
  JudgeProviderChange,
  JudgeSettings,
  JudgeSettingsChange,
} from '@output-review/contracts';
import type { FieldMessages } from '@output-review/errors';

import type { JudgeEntry, WorkspaceJudges } from './judges.pure.ts';

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

/** What a schema cannot say about a change, but for where its addresses lead: faults by field. */
export function findChangeFaults(
  present: WorkspaceJudges,
  { judgeProviders, defaultJudgeProvider }: JudgeSettingsChange,
): FieldMessages {
  const entries = judgeProviders ?? present.entries;
  const isDefaultLost =
    defaultJudgeProvider !== undefined &&
    defaultJudgeProvider !== null &&
    entries.every(({ provider }) => provider !== defaultJudgeProvider);
  const faults = (judgeProviders ?? []).flatMap((entry, index, all) =>
    Object.entries(faultsOfEntry(entry, index, all)),
  );
  if (isDefaultLost) {
    faults.push(['defaultJudgeProvider', 'Must be a provider in judgeProviders.']);
  }
  return Object.fromEntries(faults);
}

function faultsOfEntry(
  entry: JudgeProviderChange,
  index: number,
  all: readonly JudgeProviderChange[],
): FieldMessages {
  const first = all.findIndex(({ provider }) => provider === entry.provider);
  const baseUrlFault = findBaseUrlFault(entry);
  return {
    ...(first < index
      ? { [`judgeProviders.${index}.provider`]: `Is already the provider of entry ${first}.` }
      : {}),
    ...(baseUrlFault === null ? {} : { [`judgeProviders.${index}.baseUrl`]: baseUrlFault }),
  };
}

function findBaseUrlFault(entry: JudgeProviderChange): string | null {
  const baseUrl = baseUrlOf(entry);
  if (baseUrl === null) {
    return entry.provider === 'openai_compatible'
      ? 'Required: openai_compatible has no default base URL.'
      : null;
  }
  // A path is put behind it.
  return /[?#]/.test(baseUrl) ? 'Must not have a query or fragment.' : null;
}

/** Keys stay here; that there is one is all that is told. */
export function presentJudges(judges: WorkspaceJudges): JudgeSettings {
  return {
    defaultJudgeProvider: judges.defaultProvider,
    judgeProviders: judges.entries.map(({ sealedKey, ...entry }) => ({
      ...entry,
      hasKey: sealedKey !== null,
    })),
    skipJudgesWhenFlagged: judges.skipsWhenFlagged,
  };
}
