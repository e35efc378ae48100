import { Link } from '@tanstack/react-router';
import { BookmarkPlus, X } from 'lucide-react';
import { useState } from 'react';

import { useSession } from '../../app/session.ts';
import { makeStore, type Store, useStore } from '../../app/store.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { showToast } from '../../components/toast-store.ts';
import { readSearchParams, type SearchParams } from '../../outputs/search-params.ts';
import { texts } from './texts.ts';

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
    showToast(texts.views.removed(name), {
      action: { text: texts.views.undo, run: () => store.set(before) },
    });
  };
  return (
    <nav aria-label={texts.views.title} className="flex flex-wrap items-center gap-1">
      <ViewTab name={texts.views.all} view={{}} params={params} />
      <ViewTab name={texts.views.pending} view={{ pending: true }} params={params} />
      {saved.map(({ name, params: view }) => (
        <span key={name} className="flex items-center">
          <ViewTab name={name} view={view} params={params} />
          {isSameView(view, params) && (
            <IconButton
              icon={X}
              label={texts.views.remove(name)}
              onClick={() => remove(name)}
              className="size-6!"
            />
          )}
        </span>
      ))}
      {!isKnown && (
        <Button size="small" tone="quiet" icon={BookmarkPlus} onClick={() => setSaving(true)}>
          {texts.views.save}
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
      title={texts.views.save}
      description={texts.views.saveWhy}
      isReady={name.trim() !== ''}
      onSubmit={() => {
        onSave(name.trim());
        onClose();
      }}
    >
      <TextField
        label={texts.views.name}
        value={name}
        maxLength={60}
        autoFocus
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}

interface SavedView {
  readonly name: string;
  readonly params: SearchParams;
}

const stores = new Map<string, Store<readonly SavedView[]>>();

/** The views that a person has saved in a workspace; they are kept in this browser. */
function savedViewsOf(userId: string, workspaceId: string): Store<readonly SavedView[]> {
  const key = `output-review.views.${userId}.${workspaceId}`;
  const known = stores.get(key);
  if (known) return known;
  const store = makeStore(readViews(key));
  store.subscribe(() => localStorage.setItem(key, JSON.stringify(store.get())));
  stores.set(key, store);
  return store;
}

/** Saves a view; one of the same name gives way. */
function saveView(store: Store<readonly SavedView[]>, view: SavedView): void {
  store.set([...store.get().filter(({ name }) => name !== view.name), view]);
}

function removeView(store: Store<readonly SavedView[]>, name: string): void {
  store.set(store.get().filter((view) => view.name !== name));
}

/** What a browser keeps may be of another version, or no JSON at all. */
function readViews(key: string): readonly SavedView[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.flatMap(readView) : [];
  } catch {
    return [];
  }
}

function readView(kept: unknown): readonly SavedView[] {
  if (typeof kept !== 'object' || kept === null) return [];
  if (!('name' in kept && 'params' in kept) || typeof kept.name !== 'string') return [];
  const { name, params } = kept;
  if (typeof params !== 'object' || params === null) return [];
  return [{ name, params: readSearchParams({ ...params }) }];
}

/** Whether two views show the same. */
function isSameView(one: SearchParams, other: SearchParams): boolean {
  const textOf = (params: SearchParams): string =>
    JSON.stringify(Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1)));
  return textOf(one) === textOf(other);
}
