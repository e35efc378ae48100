import { useState } from 'react';

import { useChangeOf } from '../../api/change.ts';
import { api, take } from '../../api/client.ts';
import { FormDialog } from '../../components/dialog.tsx';
import { TextArea, TextField } from '../../components/field.tsx';
import { faultOf, sending } from '../../components/form.tsx';
import { showToast } from '../../components/toast-store.ts';
import { texts as decisionTexts } from '../../decisions/texts.ts';
import type { Output } from '../../outputs/queries.ts';
import { texts as outputTexts } from '../../outputs/texts.ts';
import { changesOf, type Details, detailsOf, readMetadata } from './details.ts';
import { texts } from './texts.ts';

interface DetailsDialogProps {
  readonly output: Output;
  readonly onClose: () => void;
}

const IDS = ['sessionId', 'subjectId', 'actorId'] as const;

/** Edits the details of an output. Sends only the fields that changed. */
export function DetailsDialog({ output, onClose }: DetailsDialogProps) {
  const words = texts.edit;
  // The state when the dialog opened, so that concurrent changes to other fields are kept.
  const [before] = useState(() => detailsOf(output));
  const [after, setAfter] = useState(before);
  const change = (part: Partial<Details>): void => setAfter({ ...after, ...part });
  const body = changesOf(before, after);
  const save = useChangeOf(['outputs'], {
    mutationFn: () =>
      take(api.PATCH('/api/logs/{id}', { params: { path: { id: output.id } }, body: body ?? {} })),
    onSuccess: () => {
      onClose();
      showToast(words.saved);
    },
  });
  const metadataFault = readMetadata(after.metadata).faults.get('');
  return (
    <FormDialog
      onClose={onClose}
      size="wide"
      title={words.title}
      description={words.why}
      isReady={body !== null && Object.keys(body).length > 0}
      {...sending(save, [...IDS, 'tags', 'metadata', 'metadataJson'])}
    >
      {IDS.map((name) => (
        <TextField
          key={name}
          label={outputTexts.facts[name]}
          maxLength={200}
          required={before[name] !== ''}
          hint={before[name] === '' ? undefined : words.canNotBeEmptied}
          value={after[name]}
          fault={faultOf(save.error, name)}
          onChange={({ target }) => change({ [name]: target.value })}
        />
      ))}
      <TextField
        label={words.tags}
        hint={words.tagsHint}
        value={after.tags}
        fault={faultOf(save.error, 'tags')}
        onChange={({ target }) => change({ tags: target.value })}
      />
      <TextArea
        label={words.metadata}
        hint={words.metadataHint}
        rows={8}
        className="font-mono"
        value={after.metadata}
        fault={
          (metadataFault && decisionTexts.params.faults[metadataFault]) ??
          faultOf(save.error, 'metadataJson') ??
          faultOf(save.error, 'metadata')
        }
        onChange={({ target }) => change({ metadata: target.value })}
      />
      {output.attachments.map(({ key, filename }) => (
        <TextField
          key={key}
          label={words.label(filename)}
          maxLength={200}
          value={after.labels[key] ?? ''}
          onChange={({ target }) => change({ labels: { ...after.labels, [key]: target.value } })}
        />
      ))}
    </FormDialog>
  );
}
