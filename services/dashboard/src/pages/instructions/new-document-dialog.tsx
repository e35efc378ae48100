import { useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useId, useState } from 'react';

import { Button } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { PlaceFields } from '../../components/place-fields.tsx';
import { texts } from '../../texts.ts';

const { instructions: words } = texts;

/** Asks which automation they are for; where it has instructions already, these are opened. */
export function NewDocumentDialog({ onClose }: { readonly onClose: () => void }) {
  const formId = useId();
  const navigate = useNavigate();
  const [place, setPlace] = useState({ projectName: '', taskName: '' });
  const { projectName, taskName } = place;
  const open = (event: SubmitEvent): void => {
    event.preventDefault();
    const search = { project: projectName.trim(), task: taskName.trim() };
    void navigate({ to: '/instructions/document', search });
  };
  return (
    <DialogFrame
      isOpen
      onClose={onClose}
      title={words.new}
      description={words.newText}
      actions={
        <>
          <Button onClick={onClose}>{texts.form.cancel}</Button>
          <Button type="submit" form={formId} tone="primary">
            {words.goOn}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={open}>
        <PlaceFields
          project={{ label: words.project, value: projectName, isRequired: true }}
          task={{ label: words.task, value: taskName, isRequired: true }}
          onChange={(change) => setPlace({ ...place, ...change })}
        />
      </form>
    </DialogFrame>
  );
}
