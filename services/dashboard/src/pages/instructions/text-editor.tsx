import { useMutation, useQuery } from '@tanstack/react-query';
import { GitMerge } from 'lucide-react';
import { useState } from 'react';

import { api, ApiFailure, take } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { CodeEditor } from '../../components/code/code-editor.tsx';
import { ConfirmDialog, FormDialog } from '../../components/dialog.tsx';
import { DiffView } from '../../components/diff-view.tsx';
import { Checkboxes, TextArea } from '../../components/field.tsx';
import { faultOf, sending } from '../../components/form.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Card } from '../../components/page.tsx';
import { texts as componentTexts } from '../../components/texts.ts';
import { showToast } from '../../components/toast-store.ts';
import {
  type CurrentText,
  type DocumentProps,
  notesQuery,
  useRefreshInstructions,
  useShowSaved,
  versionsQuery,
  versionTextQuery,
} from './queries.ts';
import type { DocumentNames } from './search.ts';
import { isTextTooLong, type TextDraft } from './text-draft.ts';
import { texts } from './texts.ts';

interface TextEditorProps {
  readonly names: DocumentNames;
  /** Null for the first version. */
  readonly current: CurrentText | null;
  readonly draft: TextDraft;
  readonly keep: (draft: TextDraft | null) => void;
}

/** The editor for the next version. Its text stays in the browser until it is saved or discarded. */
export function TextEditor({ names, current, draft, keep }: TextEditorProps) {
  const [dialog, setDialog] = useState<'save' | 'discard' | null>(null);
  const { text, baseVersion } = draft;
  const isTooLong = isTextTooLong(text);
  const isUnchanged = text === (current?.content ?? '');
  const hasMovedOn = current !== null && current.version !== baseVersion;
  const leave = (): void => (isUnchanged ? keep(null) : setDialog('discard'));
  return (
    <Card
      title={texts.writing((current?.version ?? 0) + 1)}
      actions={
        <div className="flex gap-2">
          <Button size="small" onClick={leave}>
            {isUnchanged ? componentTexts.form.cancel : texts.discard}
          </Button>
          <Button
            size="small"
            tone="primary"
            disabled={isUnchanged || isTooLong || hasMovedOn || text.trim() === ''}
            onClick={() => setDialog('save')}
          >
            {texts.save}
          </Button>
        </div>
      }
    >
      {hasMovedOn && <ConflictNotice {...{ names, current, draft, keep }} />}
      <CodeEditor
        label={texts.text}
        initial={text}
        language="markdown"
        placeholder={texts.placeholder}
        onChange={(next) => keep({ ...draft, text: next })}
        hasFocus
      />
      <p className={`mt-2 text-xs ${isTooLong ? 'text-bad' : 'text-faint'}`}>
        {isTooLong ? texts.tooLong : texts.kept}
      </p>
      {dialog === 'save' && (
        <SaveDialog {...{ names, current, draft, keep }} onClose={() => setDialog(null)} />
      )}
      {dialog === 'discard' && (
        <ConfirmDialog
          onClose={() => setDialog(null)}
          title={texts.discardTitle}
          text={texts.discardText}
          confirm={texts.discard}
          onConfirm={() => keep(null)}
        />
      )}
    </Card>
  );
}

interface SaveDialogProps extends TextEditorProps {
  readonly onClose: () => void;
}

/** Shows the changes, and asks for a reason and the notes that they address. */
function SaveDialog({ names, current, draft, keep, onClose }: SaveDialogProps) {
  const notes = useQuery({ ...notesQuery(names), enabled: current !== null });
  // Notes that were withdrawn meanwhile can no longer be addressed.
  const queued = notes.data?.filter(({ ref }) => draft.noteRefs.includes(ref)) ?? [];
  const noteRefs = queued.map(({ ref }) => ref);
  const refresh = useRefreshInstructions();
  const show = useShowSaved(names);
  const save = useMutation({
    mutationFn: () => {
      const { baseVersion, text: content } = draft;
      const reason = draft.reason.trim();
      const body = {
        ...{ ...names, content, baseVersion, noteRefs },
        ...(reason === '' ? {} : { teachComment: reason }),
      };
      return take(api.POST('/api/instructions/versions', { body }));
    },
    onSuccess: (saved) => {
      const { version } = saved;
      // Without a base version, others may have written one at the same time. Both are kept.
      const isOnTop = draft.baseVersion === 0 && version > 1;
      showToast(isOnTop ? texts.savedOnTop(version) : texts.savedVersion(version));
      keep(null);
      return show(saved);
    },
    onError: async (error) => {
      if (!(error instanceof ApiFailure) || error.code !== 'VERSION_CONFLICT') return;
      // The editor shows the other changes next to this draft.
      await refresh();
      onClose();
    },
  });
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

interface ConflictNoticeProps extends DocumentProps {
  readonly draft: TextDraft;
  readonly keep: (draft: TextDraft) => void;
}

/** Shown if another version was saved meanwhile, with both sets of changes side by side. */
function ConflictNotice({ names, current, draft, keep }: ConflictNoticeProps) {
  const { baseVersion, text } = draft;
  const base = useQuery(versionTextQuery(names, baseVersion));
  const { data: versions = [] } = useQuery(versionsQuery(names));
  const saved = versions.find(({ version }) => version === current.version);
  return (
    <section className="mb-4 space-y-3 rounded-md bg-warn-soft p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <GitMerge size="1rem" aria-hidden className="shrink-0 text-warn" />
        <div role="alert" className="min-w-0 flex-1 break-words">
          <h3 className="text-sm text-warn">
            {texts.conflict.title(current.version, saved?.createdBy ?? null)}
          </h3>
        </div>
        <Button size="small" onClick={() => keep({ ...draft, baseVersion: current.version })}>
          {texts.conflict.goOn}
        </Button>
      </div>
      <p className="text-sm text-soft">{texts.conflict.text(current.version)}</p>
      <Loaded query={base} stale="goes">
        {(before) => (
          <div className="grid gap-3 md:grid-cols-2">
            <Side
              title={texts.conflict.theirs(current.version)}
              before={before}
              after={current.content}
            />
            <Side title={texts.conflict.yours} before={before} after={text} />
          </div>
        )}
      </Loaded>
    </section>
  );
}

interface SideProps {
  readonly title: string;
  readonly before: string;
  readonly after: string;
}

function Side({ title, before, after }: SideProps) {
  return (
    <div className="min-w-0">
      <h4 className="mb-1 text-xs text-soft">{title}</h4>
      <DiffView before={before} after={after} />
    </div>
  );
}
