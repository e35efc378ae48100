import { makeStore, type Store } from '../../app/store.ts';
import { readSearchParams, type SearchParams } from './search-params.ts';

interface SavedView {
  readonly name: string;
  readonly params: SearchParams;
}

const stores = new Map<string, Store<readonly SavedView[]>>();

/** The views that a person has saved in a workspace; they are kept in this browser. */
export function savedViewsOf(userId: string, workspaceId: string): Store<readonly SavedView[]> {
  const key = `output-review.views.${userId}.${workspaceId}`;
  const known = stores.get(key);
  if (known) return known;
  const store = makeStore(readViews(key));
  store.subscribe(() => localStorage.setItem(key, JSON.stringify(store.get())));
  stores.set(key, store);
  return store;
}

/** Saves a view; one of the same name gives way. */
export function saveView(store: Store<readonly SavedView[]>, view: SavedView): void {
  store.set([...store.get().filter(({ name }) => name !== view.name), view]);
}

export function removeView(store: Store<readonly SavedView[]>, name: string): void {
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
export function isSameView(one: SearchParams, other: SearchParams): boolean {
  const textOf = (params: SearchParams): string =>
    JSON.stringify(Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1)));
  return textOf(one) === textOf(other);
}
