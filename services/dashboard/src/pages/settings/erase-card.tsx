import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';

import { api, take } from '../../api/client.ts';
import { useSession } from '../../app/session.ts';
import { Button } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
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
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    erase.mutate();
  };
  const failure = failureBeside(erase.error, ['name']);
  return (
    <DialogFrame
      isOpen
      onClose={onClose}
      title={words.eraseTitle(workspace.name)}
      description={words.eraseText}
      actions={
        <>
          <Button onClick={onClose}>{texts.form.cancel}</Button>
          <Button
            type="submit"
            form="erase"
            tone="danger"
            disabled={name !== workspace.name}
            isBusy={erase.isPending}
          >
            {words.eraseDo}
          </Button>
        </>
      }
    >
      <form id="erase" onSubmit={submit} className="space-y-4">
        <TextField
          label={words.eraseName(workspace.name)}
          autoComplete="off"
          required
          value={name}
          fault={faultOf(erase.error, 'name')}
          onChange={({ target }) => setName(target.value)}
        />
        {failure && <FailureNotice error={failure} />}
      </form>
    </DialogFrame>
  );
}
