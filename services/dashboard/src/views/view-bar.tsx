import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  BookmarkPlus,
  CircleAlert,
  Ellipsis,
  Lock,
  Pencil,
  Trash2,
  UsersRound,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { api, type BodyOf, take } from '../api/client.ts';
import { useNavigateAfter } from '../app/navigate-after.ts';
import { useMay, useSession } from '../app/session.ts';
import { Button, IconButton } from '../components/button.tsx';
import { ConfirmDialog, FormDialog } from '../components/dialog.tsx';
import { Checkbox, TextField } from '../components/field.tsx';
import { sending, useFields } from '../components/form.tsx';
import { Menu, MenuItem } from '../components/menu.tsx';
import { showFailure, showToast } from '../components/toast-store.ts';
import { paramsOf, queryOf, type View, viewsQuery } from './queries.ts';
import { texts } from './texts.ts';

interface ViewBarProps {
  readonly page: View['page'];
  /** The search params, with the ID of the open view. */
  readonly params: object & { readonly view?: string; readonly columns?: string };
  /** How the page reads search params. */
  readonly read: (params: Readonly<Record<string, unknown>>) => object;
  /** Whether the current params are worth saving, which built-in views are not. */
  readonly isWorthSaving: boolean;
  /** Opens a view of the page. Without an ID, the params stay, but belong to no view. */
  readonly onOpen: (id: string | undefined) => void;
}

/** The open view with its actions, or a button to save the params as a view. */
export function ViewBar({ page, params, read, isWorthSaving, onOpen }: ViewBarProps) {
  const { view: id, columns, ...filters } = params;
  // The params for which the dialog was opened.
  const [saving, setSaving] = useState<string>();
  const { data: views } = useQuery(viewsQuery);
  const view = views?.find((each) => each.id === id && each.page === page);
  const may = useMay();
  const shown = queryOf(params);
  if (saving !== undefined && saving !== shown) setSaving(undefined);
  const wanted = { query: queryOf(filters), columns: columns?.split(',') ?? null };
  if (view) {
    const isChanged = queryOf(read(paramsOf(view))) !== shown;
    // Keyed by ID: dialogs and requests belong to this view, and another may be opened meanwhile.
    return (
      <OpenView
        key={view.id}
        {...{ view, wanted, isChanged }}
        onDeleted={() => onOpen(undefined)}
      />
    );
  }
  // Wait until it is known whether the URL names a view.
  if (!isWorthSaving || !may('createView') || (id !== undefined && views === undefined))
    return null;
  return (
    <>
      <Button size="small" tone="quiet" icon={BookmarkPlus} onClick={() => setSaving(shown)}>
        {texts.save}
      </Button>
      {saving !== undefined && (
        <SaveDialog
          view={{ page, ...wanted }}
          onClose={() => setSaving(undefined)}
          onSaved={(saved) => onOpen(saved.id)}
        />
      )}
    </>
  );
}

type Wanted = Pick<View, 'query' | 'columns'>;

interface OpenViewProps {
  readonly view: View;
  /** The current params. */
  readonly wanted: Wanted;
  /** Whether they differ from the view. */
  readonly isChanged: boolean;
  readonly onDeleted: () => void;
}

function OpenView({ view, wanted, isChanged, onDeleted }: OpenViewProps) {
  const canShare = useCanShare();
  const canChange = useMay()('updateView') && (!view.isShared || canShare);
  const save = useChange(view);
  const faults = Object.values(view.faults);
  const saveChanges = (): void => save.mutate(wanted);
  return (
    <div className={`min-w-0 ${faults.length > 0 ? 'basis-full' : ''}`}>
      <div className="flex min-w-0 items-center gap-1">
        <p className="min-w-0 truncate px-1 text-sm font-medium" title={view.name}>
          {view.name}
        </p>
        {canChange && (
          <>
            {isChanged && (
              <Button size="small" tone="quiet" isBusy={save.isPending} onClick={saveChanges}>
                {texts.saveChanges}
              </Button>
            )}
            <ViewMenu {...{ view, canShare, onDeleted }} />
          </>
        )}
      </div>
      {faults.length > 0 && (
        <div role="status" className="mt-1 rounded-md bg-warn-soft px-3 py-2 text-xs text-warn">
          <p className="flex gap-1.5">
            <CircleAlert size="0.875rem" aria-hidden className="mt-px shrink-0" />
            <span>
              {texts.faults} {faults.join(' ')}
            </span>
          </p>
          {canChange && (
            <Button size="small" className="mt-2" isBusy={save.isPending} onClick={saveChanges}>
              {texts.mend}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

interface ViewMenuProps {
  readonly view: View;
  readonly canShare: boolean;
  readonly onDeleted: () => void;
}

function ViewMenu({ view, canShare, onDeleted }: ViewMenuProps) {
  const [isRenaming, setRenaming] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const share = useChange(view);
  const keep = useKeep();
  const { here } = useNavigateAfter();
  const remove = useMutation({
    onMutate: here,
    mutationFn: () => take(api.DELETE('/api/views/{id}', { params: { path: { id: view.id } } })),
    onSuccess: (_, __, from) => {
      if (here() === from) onDeleted();
      keep((views) => views.filter(({ id }) => id !== view.id));
      showToast(texts.deleted(view.name));
    },
    onError: showFailure,
  });
  const trigger = (
    <IconButton icon={Ellipsis} label={texts.actions(view.name)} className="size-7! shrink-0" />
  );
  return (
    <>
      <Menu trigger={trigger} align="start" sideOffset={4}>
        <MenuItem icon={Pencil} text={texts.rename} onSelect={() => setRenaming(true)} />
        {canShare && (
          <MenuItem
            icon={view.isShared ? Lock : UsersRound}
            text={view.isShared ? texts.stopSharing : texts.share}
            onSelect={() => share.mutate({ isShared: !view.isShared })}
          />
        )}
        <MenuItem icon={Trash2} text={texts.delete} onSelect={() => setDeleting(true)} />
      </Menu>
      {isRenaming && <RenameDialog view={view} onClose={() => setRenaming(false)} />}
      {isDeleting && (
        <ConfirmDialog
          onClose={() => setDeleting(false)}
          title={texts.deleteTitle(view.name)}
          text={view.isShared ? texts.deleteShared : texts.deleteOwn}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate()}
        />
      )}
    </>
  );
}

interface NameDialogProps {
  readonly onClose: () => void;
}

function RenameDialog({ view, onClose }: NameDialogProps & { readonly view: View }) {
  const { values, field } = useFields({ name: view.name });
  const change = useChange(view);
  const save = { ...change, mutate: () => change.mutate(values, { onSuccess: onClose }) };
  return (
    <FormDialog title={texts.rename} onClose={onClose} {...sending(save, ['name'])}>
      <NameField {...field('name', save.error)} />
    </FormDialog>
  );
}

interface SaveDialogProps extends NameDialogProps {
  readonly view: Wanted & Pick<View, 'page'>;
  readonly onSaved: (view: View) => void;
}

function SaveDialog({ view, onClose, onSaved }: SaveDialogProps) {
  const { values, field } = useFields({ name: '' });
  const [isShared, setShared] = useState(false);
  const canShare = useCanShare();
  const keep = useKeep();
  const { here } = useNavigateAfter();
  const { page, query, columns } = view;
  const save = useMutation({
    onMutate: here,
    mutationFn: () => {
      const body = { ...values, page, query, isShared, ...(columns === null ? {} : { columns }) };
      return take(api.POST('/api/views', { body }));
    },
    onSuccess: (saved, _, from) => {
      // The list may have it already.
      keep((views) => [...views.filter(({ id }) => id !== saved.id), saved]);
      if (here() === from) onSaved(saved);
      onClose();
    },
    onError: (error, _, from) => {
      // The dialog that would show the error is gone.
      if (here() !== from) showFailure(error);
    },
  });
  return (
    <FormDialog
      title={texts.save}
      description={texts.saveWhy}
      isReady={values.name.trim() !== ''}
      onClose={onClose}
      {...sending(save, ['name'])}
    >
      <NameField {...field('name', save.error)} />
      {canShare && (
        <Checkbox
          label={texts.share}
          hint={texts.shareHint}
          checked={isShared}
          onChange={(event) => setShared(event.target.checked)}
        />
      )}
    </FormDialog>
  );
}

function NameField(props: Omit<Parameters<typeof TextField>[0], 'label'>): ReactNode {
  return <TextField label={texts.name} required maxLength={60} autoFocus {...props} />;
}

/** Whether the user may share views and change shared ones. */
function useCanShare(): boolean {
  const { role } = useSession().workspace;
  return role === 'manager' || role === 'admin';
}

function useChange({ id }: View) {
  const keep = useKeep();
  return useMutation({
    mutationFn: (body: BodyOf<'updateView'>) =>
      take(api.PATCH('/api/views/{id}', { params: { path: { id } }, body })),
    onSuccess: (saved) => {
      keep((views) => views.map((each) => (each.id === id ? saved : each)));
      showToast(texts.saved(saved.name));
    },
    onError: showFailure,
  });
}

/** Updates the cache with the response at once. Counts and order come with the list. */
function useKeep() {
  const queryClient = useQueryClient();
  return (change: (views: readonly View[]) => View[]): void => {
    queryClient.setQueryData(viewsQuery.queryKey, (views) => change(views ?? []));
    void queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey });
  };
}
