import { type SubmitEvent, useState } from 'react';

import { failureBeside, faultOf } from '../../components/fault-of.ts';
import { TextField } from '../../components/field.tsx';
import { formatBytes } from '../../formats/bytes.ts';
import { Card } from '../../components/page.tsx';
import { texts } from '../../texts.ts';
import { SaveRow } from './save-row.tsx';
import { type Settings, useSaveSettings } from './settings.ts';

const MIB = 1_048_576;

const { settings: words } = texts;

export function FilesCard({ settings }: { readonly settings: Settings }) {
  const { mediaQuotaBytes, usage } = settings;
  const kept = mibOf(settings);
  const [quotaMib, setQuotaMib] = useState(kept);
  const save = useSaveSettings();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    save.mutate(
      { mediaQuotaBytes: quotaMib === '' ? null : Math.round(Number(quotaMib) * MIB) },
      { onSuccess: (changed) => setQuotaMib(mibOf(changed)) },
    );
  };
  return (
    <Card title={words.files}>
      <Usage usedBytes={usage.mediaBytes} quotaBytes={mediaQuotaBytes} />
      <form onSubmit={submit} className="mt-4">
        <TextField
          label={words.quota}
          type="number"
          inputMode="numeric"
          min={0}
          hint={words.quotaHint}
          value={quotaMib}
          fault={faultOf(save.error, 'mediaQuotaBytes')}
          onChange={({ target }) => setQuotaMib(target.value)}
        />
        <SaveRow
          failure={failureBeside(save.error, ['mediaQuotaBytes'])}
          isBusy={save.isPending}
          isChanged={quotaMib !== kept}
        />
      </form>
    </Card>
  );
}

const mibOf = ({ mediaQuotaBytes }: Settings): string =>
  mediaQuotaBytes === null ? '' : String(Math.round(mediaQuotaBytes / MIB));

interface UsageProps {
  readonly usedBytes: number;
  readonly quotaBytes: number | null;
}

function Usage({ usedBytes, quotaBytes }: UsageProps) {
  if (quotaBytes === null) return <p className="text-sm">{words.used(formatBytes(usedBytes))}</p>;
  const label = words.usedOf(formatBytes(usedBytes), formatBytes(quotaBytes));
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
