import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { api, take } from '../../api/client.ts';
import { useSession } from '../../app/session.ts';
import { Button } from '../../components/button.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { failureBeside, faultOf } from '../../components/fault-of.ts';
import { TextField } from '../../components/field.tsx';
import { Card } from '../../components/page.tsx';
import { texts } from '../../texts.ts';

const { settings: words } = texts;

/** Erasing the workspace, for which its name is to be typed. */
export function EraseCard() {
  const [isAsking, setAsking] = useState(false);
  return (
    <Card title={words.erase}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 text-sm text-soft">{words.eraseText}</p>
        <Button tone="danger" onClick={() => setAsking(true)}>
          {words.eraseDo}
        </Button>
      </div>
      {isAsking && <EraseDialog onClose={() => setAsking(false)} />}
    </Card>
  );
}

function EraseDialog({ onClose }: { readonly onClose: () => void }) {
  const { workspace } = useSession();
  const [name, setName] = useState('');
  const erase = useMutation({
    mutationFn: () => {
      const params = { path: { id: workspace.id } };
      return take(api.DELETE('/api/workspaces/{id}', { params, body: { name } }));
    },
    // Into another workspace, or to the sign-in where there is none.
    onSuccess: () => window.location.assign('/'),
  });
  const failure = failureBeside(erase.error, ['name']);
  return (
    <FormDialog
      onClose={onClose}
      title={words.eraseTitle(workspace.name)}
      description={words.eraseText}
      submitText={words.eraseDo}
      tone="danger"
      isReady={name === workspace.name}
      isBusy={erase.isPending}
      failure={failure}
      onSubmit={() => erase.mutate()}
    >
      <TextField
        label={words.eraseName(workspace.name)}
        autoComplete="off"
        required
        value={name}
        fault={faultOf(erase.error, 'name')}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  );
}
