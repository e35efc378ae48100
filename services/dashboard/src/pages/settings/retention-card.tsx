import { type SubmitEvent, useState } from 'react';

import { failureBeside, faultOf } from '../../components/fault-of.ts';
import { TextField } from '../../components/field.tsx';
import { Card } from '../../components/page.tsx';
import { texts } from '../../texts.ts';
import { SaveRow } from './save-row.tsx';
import { type Settings, useSaveSettings } from './settings.ts';

const { settings: words } = texts;

export function RetentionCard({ settings }: { readonly settings: Settings }) {
  const kept = settings.retentionDays?.toString() ?? '';
  const [days, setDays] = useState(kept);
  const save = useSaveSettings();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    save.mutate({ retentionDays: days === '' ? null : Number(days) });
  };
  return (
    <Card title={words.retention}>
      <form onSubmit={submit}>
        <TextField
          label={words.retentionDays}
          type="number"
          inputMode="numeric"
          min={1}
          max={36_500}
          step={1}
          hint={words.retentionHint(settings.usage.outputs)}
          placeholder={words.forever}
          value={days}
          fault={faultOf(save.error, 'retentionDays')}
          onChange={({ target }) => setDays(target.value)}
        />
        <SaveRow
          failure={failureBeside(save.error, ['retentionDays'])}
          isBusy={save.isPending}
          isChanged={days !== kept}
        />
      </form>
    </Card>
  );
}
