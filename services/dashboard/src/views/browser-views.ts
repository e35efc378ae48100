import { api, ApiFailure, type BodyOf, take } from '../api/client.ts';
import { makeStore, type Store } from '../app/store.ts';
import { queryOf } from './queries.ts';

/** One that was saved while views were kept in the browser. */
export interface BrowserView {
  readonly name: string;
  /** As the address of the page of outputs had them. */
  readonly params: Readonly<Record<string, unknown>>;
}

type BrowserViews = Store<readonly BrowserView[]>;

const stores = new Map<string, BrowserViews>();

/** What is still in this browser of a person's views in a workspace. */
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

/** What a browser keeps may be of another version, or no JSON at all. */
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

/** Moves them to the server, one after the other; what it refuses stays. */
export async function moveViews(store: BrowserViews): Promise<void> {
  for (const view of store.get()) {
    const isMoved = await move(view).then(
      () => true,
      () => false,
    );
    if (isMoved) store.set(store.get().filter((each) => each !== view));
  }
}

// Another browser of the person may have had other views of the same name.
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

/** @returns false where another view has the name; true also where another tab was quicker with this one. */
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
