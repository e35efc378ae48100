import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { FormDialog } from '../../components/form-dialog.tsx';
import { PlaceFields } from '../../components/place-fields.tsx';
import { texts } from '../../texts.ts';

const { instructions: words } = texts;

/** Asks which automation they are for; where it has instructions already, these are opened. */
export function NewDocumentDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const [place, setPlace] = useState({ projectName: '', taskName: '' });
  const { projectName, taskName } = place;
  const open = (): void => {
    const search = { project: projectName.trim(), task: taskName.trim() };
    void navigate({ to: '/instructions/document', search });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={words.new}
      description={words.newText}
      submitText={words.goOn}
      onSubmit={open}
    >
      <PlaceFields
        project={{ label: words.project, value: projectName, isRequired: true }}
        task={{ label: words.task, value: taskName, isRequired: true }}
        onChange={(change) => setPlace({ ...place, ...change })}
      />
    </FormDialog>
  );
}
