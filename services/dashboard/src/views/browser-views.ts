import { api, ApiFailure, type BodyOf, take } from '../api/client.ts';
import { makeStore, type Store } from '../app/store.ts';
import { queryOf } from './queries.ts';

/** A view saved when views were kept in the browser. */
export interface BrowserView {
  readonly name: string;
  /** The search params of the outputs page. */
  readonly params: Readonly<Record<string, unknown>>;
}

type BrowserViews = Store<readonly BrowserView[]>;

const stores = new Map<string, BrowserViews>();

/** The views of a person in a workspace that are still in this browser. */
export function browserViewsOf(userId: string, workspaceId: string): BrowserViews {
  const key = `output-review.views.${userId}.${workspaceId}`;
  const known = stores.get(key);
  if (known) return known;
  const store = makeStore(readViews(localStorage.getItem(key)));
  store.subscribe(() => {
    if (store.get().length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(store.get()));
  });
  stores.set(key, store);
  return store;
}

/** Stored views may be from another version, or not JSON at all. */
function readViews(text: string | null): readonly BrowserView[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.flatMap(readView) : [];
  } catch {
    return [];
  }
}

function readView(kept: unknown): readonly BrowserView[] {
  if (typeof kept !== 'object' || kept === null) return [];
  if (!('name' in kept && 'params' in kept) || typeof kept.name !== 'string') return [];
  const { name, params } = kept;
  return typeof params === 'object' && params !== null ? [{ name, params: { ...params } }] : [];
}

/** Moves the views to the server one by one; refused ones stay. */
export async function moveViews(store: BrowserViews): Promise<void> {
  for (const view of store.get()) {
    const isMoved = await move(view).then(
      () => true,
      () => false,
    );
    if (isMoved) store.set(store.get().filter((each) => each !== view));
  }
}

// Another browser of the person may have had different views with the same names.
const NAMES_MAX = 9;
const NAME_LENGTH_MAX = 60;

async function move({ name, params: { columns, ...params } }: BrowserView): Promise<void> {
  const view = {
    page: 'outputs',
    query: queryOf(params),
    ...(typeof columns === 'string' ? { columns: columns.split(',') } : {}),
  } as const;
  for (let n = 1; n <= NAMES_MAX; n += 1) {
    const ending = n === 1 ? '' : ` (${n})`;
    const body = { ...view, name: `${name.slice(0, NAME_LENGTH_MAX - ending.length)}${ending}` };
    if (await create(body)) return;
  }
  throw new Error('There are too many views of this name.');
}

/** @returns false if another view has the name; true also if another tab created this view first. */
async function create(body: BodyOf<'createView'>): Promise<boolean> {
  try {
    await take(api.POST('/api/views', { body }));
    return true;
  } catch (error) {
    const isTaken = error instanceof ApiFailure && error.fields['name'] !== undefined;
    if (!isTaken || error.code !== 'CONFLICT') throw error;
  }
  const { name, query, columns = null } = body;
  const views = await take(api.GET('/api/views'));
  return views.some(
    (view) =>
      !view.isShared &&
      view.page === body.page &&
      view.name.toLowerCase() === name.toLowerCase() &&
      view.query === query &&
      String(view.columns) === String(columns),
  );
}
