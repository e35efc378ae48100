import { useMutation, useQuery } from '@tanstack/react-query';

import { api, ApiFailure, take } from '../../api/client.ts';
import { FormDialog } from '../../components/dialog.tsx';
import { DiffView } from '../../components/diff-view.tsx';
import { Checkboxes, TextArea } from '../../components/field.tsx';
import { faultOf, sending } from '../../components/form.tsx';
import { showToast } from '../../components/toast-store.ts';
import { type CurrentText, notesQuery, useRefreshInstructions, useShowSaved } from './queries.ts';
import type { DocumentNames } from './search.ts';
import type { TextDraft } from './text-draft.ts';
import { texts } from './texts.ts';

interface SaveDialogProps {
  readonly names: DocumentNames;
  readonly current: CurrentText | null;
  readonly draft: TextDraft;
  readonly keep: (draft: TextDraft | null) => void;
  readonly onClose: () => void;
}

/** Shows what will change, and asks why and which notes it answers. */
export function SaveDialog({ names, current, draft, keep, onClose }: SaveDialogProps) {
  const notes = useQuery({ ...notesQuery(names), enabled: current !== null });
  // One that was withdrawn meanwhile cannot be answered any more.
  const queued = notes.data?.filter(({ ref }) => draft.noteRefs.includes(ref)) ?? [];
  const noteRefs = queued.map(({ ref }) => ref);
  const save = useSave({ names, draft: { ...draft, noteRefs }, keep, onClose });
  return (
    <FormDialog
      onClose={onClose}
      size="wide"
      title={texts.saveTitle((current?.version ?? 0) + 1)}
      description={texts.saveText}
      submitText={texts.saveDo}
      {...sending(save, ['teachComment'])}
    >
      <TextArea
        label={texts.reason}
        hint={texts.reasonHint}
        rows={2}
        maxLength={2000}
        autoFocus
        value={draft.reason}
        fault={faultOf(save.error, 'teachComment')}
        onChange={({ target }) => keep({ ...draft, reason: target.value })}
      />
      {notes.data && notes.data.length > 0 && (
        <fieldset className="space-y-2">
          <legend className="mb-1 text-sm font-medium">{texts.answers}</legend>
          <div className="max-h-48 space-y-2 overflow-y-auto">
            <Checkboxes
              choices={notes.data.map(({ ref, comment }) => ({ id: ref, label: comment }))}
              chosen={noteRefs}
              onChange={(chosen) => keep({ ...draft, noteRefs: chosen })}
            />
          </div>
        </fieldset>
      )}
      {current && (
        <div>
          <h3 className="mb-1 text-sm">{texts.whatChanged}</h3>
          <DiffView before={current.content} after={draft.text} />
        </div>
      )}
    </FormDialog>
  );
}

type Saving = Pick<SaveDialogProps, 'names' | 'draft' | 'keep' | 'onClose'>;

function useSave({ names, draft, keep, onClose }: Saving) {
  const refresh = useRefreshInstructions();
  const show = useShowSaved(names);
  const { baseVersion, text, noteRefs } = draft;
  const reason = draft.reason.trim();
  return useMutation({
    mutationFn: () => {
      const body = {
        ...{ ...names, content: text, baseVersion, noteRefs: [...noteRefs] },
        ...(reason === '' ? {} : { teachComment: reason }),
      };
      return take(api.POST('/api/instructions/versions', { body }));
    },
    onSuccess: (saved) => {
      const { version } = saved;
      // Where there was none, others may have begun at the same time: nothing of theirs is lost.
      const isOnTop = baseVersion === 0 && version > 1;
      showToast(isOnTop ? texts.savedOnTop(version) : texts.savedVersion(version));
      keep(null);
      return show(saved);
    },
    onError: async (error) => {
      if (!(error instanceof ApiFailure) || error.code !== 'VERSION_CONFLICT') return;
      // The editor shows what the others did, beside what was typed here.
      await refresh();
      onClose();
    },
  });
}
