import { useMutation, useQuery } from '@tanstack/react-query';

import { api, ApiFailure, take } from '../../api/client.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { DiffView } from '../../components/diff-view.tsx';
import { failureBeside, faultOf } from '../../components/fault-of.ts';
import { Checkbox, TextArea } from '../../components/field.tsx';
import { showToast } from '../../components/toast-store.ts';
import { texts } from '../../texts.ts';
import {
  type CurrentText,
  type Note,
  notesQuery,
  useRefreshInstructions,
  useShowSaved,
} from './document-queries.ts';
import type { DocumentNames } from './document-search.ts';
import type { TextDraft } from './text-draft.ts';

const { instructions: words } = texts;

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
  const beside = failureBeside(save.error, ['teachComment']);
  return (
    <FormDialog
      onClose={onClose}
      size="wide"
      title={words.saveTitle((current?.version ?? 0) + 1)}
      description={words.saveText}
      submitText={words.saveDo}
      isBusy={save.isPending}
      failure={beside}
      onSubmit={() => save.mutate()}
    >
      <TextArea
        label={words.reason}
        hint={words.reasonHint}
        rows={2}
        maxLength={2000}
        autoFocus
        value={draft.reason}
        fault={faultOf(save.error, 'teachComment')}
        onChange={({ target }) => keep({ ...draft, reason: target.value })}
      />
      {notes.data && notes.data.length > 0 && (
        <AnsweredNotes
          notes={notes.data}
          chosen={noteRefs}
          onChoose={(chosen) => keep({ ...draft, noteRefs: chosen })}
        />
      )}
      {current && (
        <div>
          <h3 className="mb-1 text-sm">{words.whatChanged}</h3>
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
      showToast(isOnTop ? words.savedOnTop(version) : words.savedVersion(version));
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

interface AnsweredNotesProps {
  readonly notes: readonly Note[];
  readonly chosen: readonly string[];
  readonly onChoose: (refs: readonly string[]) => void;
}

function AnsweredNotes({ notes, chosen, onChoose }: AnsweredNotesProps) {
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1 text-sm font-medium">{words.answers}</legend>
      <div className="max-h-48 space-y-2 overflow-y-auto">
        {notes.map(({ ref, comment }) => (
          <Checkbox
            key={ref}
            label={comment}
            checked={chosen.includes(ref)}
            onChange={({ target }) =>
              onChoose(target.checked ? [...chosen, ref] : chosen.filter((one) => one !== ref))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
