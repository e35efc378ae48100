import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';

import { useSession } from '../../app/session.ts';
import { useStore } from '../../app/store.ts';
import { IconButton } from '../../components/button.tsx';
import { showToast } from '../../components/toast-store.ts';
import { readSearchParams, type SearchParams } from '../../outputs/search-params.ts';
import { type BrowserView, browserViewsOf } from '../../views/browser-views.ts';
import { queryOf } from '../../views/queries.ts';
import { texts } from './texts.ts';

const BUILT_IN_VIEWS: readonly { readonly name: string; readonly view: SearchParams }[] = [
  { name: texts.views.all, view: {} },
  { name: texts.views.pending, view: { pending: true } },
];

/** Whether a view is one of the built-in tabs. */
export const isBuiltIn = (params: SearchParams): boolean =>
  BUILT_IN_VIEWS.some(({ view }) => isSameView(view, params));

/** The two built-in views, and browser views that could not be moved to the server. */
export function ViewTabs({ params }: { readonly params: SearchParams }) {
  const { user, workspace } = useSession();
  const store = browserViewsOf(user.id, workspace.id);
  const inBrowser = useStore(store);
  const remove = (view: BrowserView): void => {
    const place = store.get().indexOf(view);
    store.set(store.get().filter((each) => each !== view));
    // Read the store again, since other views may have been removed since.
    const putBack = (): void => store.set(store.get().toSpliced(place, 0, view));
    showToast(texts.views.removed(view.name), {
      action: { text: texts.views.undo, run: putBack },
    });
  };
  return (
    <nav aria-label={texts.views.title} className="flex flex-wrap items-center gap-1">
      {BUILT_IN_VIEWS.map((each) => (
        <ViewTab key={each.name} {...each} params={params} />
      ))}
      {inBrowser.map((kept) => (
        <span key={kept.name} className="flex items-center">
          <ViewTab name={kept.name} view={readSearchParams(kept.params)} params={params} />
          <IconButton
            icon={X}
            label={texts.views.remove(kept.name)}
            onClick={() => remove(kept)}
            className="size-6!"
          />
        </span>
      ))}
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
      activeOptions={{ exact: true }}
      aria-current={isShown ? 'page' : undefined}
      className={`max-w-52 truncate rounded-md px-2.5 py-1 text-sm font-medium ${
        isShown ? 'bg-accent-soft text-accent' : 'text-soft hover:bg-sunken hover:text-ink'
      }`}
    >
      {name}
    </Link>
  );
}

/** Whether two views show the same. */
const isSameView = (one: SearchParams, other: SearchParams): boolean =>
  queryOf(one) === queryOf(other);
