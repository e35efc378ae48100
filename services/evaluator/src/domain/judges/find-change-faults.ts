import type { JudgeProviderChange, JudgeSettingsChange } from '@output-review/contracts';
import type { FieldMessages } from '@output-review/errors';

import { baseUrlOf } from './change-judges.ts';
import type { WorkspaceJudges } from './workspace-judges.ts';

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
    faults.push(['defaultJudgeProvider', 'Must be the provider of an entry of judgeProviders.']);
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
      ? { [`judgeProviders.${index}.provider`]: `Is that of entry ${first} already.` }
      : {}),
    ...(baseUrlFault === null ? {} : { [`judgeProviders.${index}.baseUrl`]: baseUrlFault }),
  };
}

function findBaseUrlFault(entry: JudgeProviderChange): string | null {
  const baseUrl = baseUrlOf(entry);
  if (baseUrl === null) {
    return entry.provider === 'openai_compatible'
      ? 'Required: openai_compatible has no address of its own.'
      : null;
  }
  // A path is put behind it.
  return /[?#]/.test(baseUrl) ? 'Must not have a query or fragment.' : null;
}
