import type {
  JudgeProviderChange,
  JudgeSettings,
  JudgeSettingsChange,
} from '@output-review/contracts';
import type { FieldMessages } from '@output-review/errors';

import type { JudgeEntry, WorkspaceJudges } from './judges.pure.ts';

type Place = Pick<JudgeEntry, 'provider' | 'baseUrl'>;

/**
 * The judges of a workspace after a valid change. A stored key is kept only for the same provider and address, so that
 * pointing an entry elsewhere does not send the key there.
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
    // If its entry is removed, the default is cleared, and the operator's judge is asked again.
    defaultProvider: next.some(({ provider }) => provider === wantedDefault) ? wantedDefault : null,
    skipsWhenFlagged: change.skipJudgesWhenFlagged ?? present.skipsWhenFlagged,
  };
}

/** The normalized address of an entry, as it is stored; null if none is given. */
export function baseUrlOf({ baseUrl }: Pick<JudgeProviderChange, 'baseUrl'>): string | null {
  if (baseUrl === undefined || baseUrl === null) return null;
  const text = URL.canParse(baseUrl) ? new URL(baseUrl).href : baseUrl;
  return text.replace(/(?<!\/)\/+$/, '');
}

function storedKeyOf(present: WorkspaceJudges, { provider, baseUrl }: Place): string | null {
  const stored = present.entries.find((each) => each.provider === provider);
  return stored?.baseUrl === baseUrl ? stored.sealedKey : null;
}

/** Faults by field that a schema cannot check, except for addresses. */
export function findChangeFaults(
  present: WorkspaceJudges,
  { judgeProviders, defaultJudgeProvider }: JudgeSettingsChange,
): FieldMessages {
  const faults: Record<string, string> = {};
  for (const [index, entry] of (judgeProviders ?? []).entries()) {
    const first = judgeProviders?.findIndex(({ provider }) => provider === entry.provider) ?? index;
    if (first < index) {
      faults[`judgeProviders.${index}.provider`] = `Is already the provider of entry ${first}.`;
    }
    const baseUrlFault = findBaseUrlFault(entry);
    if (baseUrlFault !== null) faults[`judgeProviders.${index}.baseUrl`] = baseUrlFault;
  }
  const providers = (judgeProviders ?? present.entries).map(({ provider }) => provider);
  if (defaultJudgeProvider && !providers.includes(defaultJudgeProvider)) {
    faults['defaultJudgeProvider'] = 'Must be a provider in judgeProviders.';
  }
  return faults;
}

function findBaseUrlFault(entry: JudgeProviderChange): string | null {
  const baseUrl = baseUrlOf(entry);
  if (baseUrl === null) {
    return entry.provider === 'openai_compatible'
      ? 'Required: openai_compatible has no default base URL.'
      : null;
  }
  // A path is appended to it.
  return /[?#]/.test(baseUrl) ? 'Must not have a query or fragment.' : null;
}

/** Keys are never returned, only whether there is one. */
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
