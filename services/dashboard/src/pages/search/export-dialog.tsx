import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { sessionQuery } from '../../app/session.ts';
import { FormDialog } from '../../components/dialog.tsx';
import { ChoiceField } from '../../components/field.tsx';
import { sending } from '../../components/form.tsx';
import type { SearchParams } from '../../outputs/search-params.ts';
import { type ExportChoice, exportPath, FORMATS, SHAPES } from './search.ts';
import { texts } from './texts.ts';

interface ExportDialogProps {
  readonly params: SearchParams;
  readonly onClose: () => void;
}

/** Exports the filtered outputs as a browser download, which may take any time. */
export function ExportDialog({ params, onClose }: ExportDialogProps) {
  const [choice, setChoice] = useState<ExportChoice>({ shape: 'full', format: 'jsonl' });
  const { shape, format } = choice;
  const queryClient = useQueryClient();
  const begin = useMutation({
    // A download does not check the workspace, so first check that the session is still in the workspace of the page.
    mutationFn: () => queryClient.query({ ...sessionQuery, staleTime: 0 }),
    onSuccess: () => {
      download(exportPath(params, choice));
      onClose();
    },
  });
  return (
    <FormDialog
      title={texts.export.title}
      description={texts.export.why}
      submitText={texts.export.download}
      onClose={onClose}
      {...sending(begin)}
    >
      <ChoiceField
        label={texts.export.shape}
        hint={texts.export.shapeHints[shape]}
        value={shape}
        choices={SHAPES.map((id) => ({ id, text: texts.export.shapes[id] }))}
        onChoose={(chosen) => setChoice({ ...choice, shape: chosen ?? shape })}
      />
      <ChoiceField
        label={texts.export.format}
        hint={texts.export.formatHints[format]}
        value={format}
        choices={FORMATS.map((id) => ({ id, text: texts.export.formats[id] }))}
        onChoose={(chosen) => setChoice({ ...choice, format: chosen ?? format })}
      />
    </FormDialog>
  );
}

function download(path: string): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = '';
  link.click();
}
