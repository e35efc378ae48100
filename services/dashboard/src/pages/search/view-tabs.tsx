import { Link } from '@tanstack/react-router';
import { BookmarkPlus, X } from 'lucide-react';
import { useState } from 'react';

import { useSession } from '../../app/session.ts';
import { useStore } from '../../app/store.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { showToast } from '../../components/toast-store.ts';
import { texts } from '../../texts.ts';
import { isSameView, removeView, savedViewsOf, saveView } from './saved-views.ts';
import type { SearchParams } from './search-params.ts';

/** Views by name: two that everybody has, and those that the person saved. */
export function ViewTabs({ params }: { readonly params: SearchParams }) {
  const { user, workspace } = useSession();
  const store = savedViewsOf(user.id, workspace.id);
  const saved = useStore(store);
  const [isSaving, setSaving] = useState(false);
  const isKnown = [{}, { pending: true }, ...saved.map((view) => view.params)].some((view) =>
    isSameView(view, params),
  );
  const remove = (name: string): void => {
    const before = store.get();
    removeView(store, name);
    showToast(texts.search.views.removed(name), {
      action: { text: texts.search.views.undo, run: () => store.set(before) },
    });
  };
  return (
    <nav aria-label={texts.search.views.title} className="flex flex-wrap items-center gap-1">
      <ViewTab name={texts.search.views.all} view={{}} params={params} />
      <ViewTab name={texts.search.views.pending} view={{ pending: true }} params={params} />
      {saved.map(({ name, params: view }) => (
        <span key={name} className="flex items-center">
          <ViewTab name={name} view={view} params={params} />
          {isSameView(view, params) && (
            <IconButton
              icon={X}
              label={texts.search.views.remove(name)}
              onClick={() => remove(name)}
              className="size-6!"
            />
          )}
        </span>
      ))}
      {!isKnown && (
        <Button size="small" tone="quiet" icon={BookmarkPlus} onClick={() => setSaving(true)}>
          {texts.search.views.save}
        </Button>
      )}
      {isSaving && (
        <SaveDialog
          onClose={() => setSaving(false)}
          onSave={(name) => saveView(store, { name, params })}
        />
      )}
    </nav>
  );
}

interface ViewTabProps {
  readonly name: string;
  readonly view: SearchParams;
  readonly params: SearchParams;
}

function ViewTab({ name, view, params }: ViewTabProps) {
  const isShown = isSameView(view, params);
  return (
    <Link
      to="/outputs"
      search={view}
      aria-current={isShown ? 'page' : undefined}
      className={`max-w-52 truncate rounded-md px-2.5 py-1 text-sm font-medium ${
        isShown ? 'bg-accent-soft text-accent' : 'text-soft hover:bg-sunken hover:text-ink'
      }`}
    >
      {name}
    </Link>
  );
}

interface SaveDialogProps {
  readonly onClose: () => void;
  readonly onSave: (name: string) => void;
}

function SaveDialog({ onClose, onSave }: SaveDialogProps) {
  const [name, setName] = useState('');
  return (
    <FormDialog
      onClose={onClose}
      title={texts.search.views.save}
      description={texts.search.views.saveWhy}
      submitText={texts.form.save}
      isReady={name.trim() !== ''}
      onSubmit={() => {
        onSave(name.trim());
        onClose();
      }}
    >
      <TextField
        label={texts.search.views.name}
        value={name}
        maxLength={60}
        autoFocus
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
