import { type SubmitEvent, useState } from 'react';

import { failureBeside, faultOf } from '../../components/fault-of.ts';
import { TextField } from '../../components/field.tsx';
import { Card } from '../../components/page.tsx';
import { texts } from '../../texts.ts';
import { SaveRow } from './save-row.tsx';
import { type Settings, useSaveSettings } from './settings.ts';

export function NameCard({ settings }: { readonly settings: Settings }) {
  const [name, setName] = useState(settings.workspaceName);
  const save = useSaveSettings();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    save.mutate(
      { workspaceName: name },
      { onSuccess: ({ workspaceName }) => setName(workspaceName) },
    );
  };
  return (
    <Card title={texts.settings.workspace}>
      <form onSubmit={submit}>
        <TextField
          label={texts.settings.name}
          required
          maxLength={200}
          value={name}
          fault={faultOf(save.error, 'workspaceName')}
          onChange={({ target }) => setName(target.value)}
        />
        <SaveRow
          failure={failureBeside(save.error, ['workspaceName'])}
          isBusy={save.isPending}
          isChanged={name !== settings.workspaceName}
        />
      </form>
    </Card>
  );
}
