import {
  type AnswerOf,
  type createView,
  type deleteView as deleteViewOperation,
  isAtLeast,
  type listViews,
  type QueryOf,
  type updateView,
  type UserPrincipal,
  VIEW_COUNT_MAX,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { newId, type RequestOf } from '@output-review/runtime';
import {
  type AuditOrigin,
  type KnownState,
  transact,
  type Tx,
  unredacted,
} from '@output-review/shared-kernel';

import type { Context } from '../context.ts';
import { personOf } from '../outputs/output.pure.ts';
import { resolveFilter } from '../search/filter.sql.ts';
import { type FilterQuery, namingMe, readFilter } from '../search/search.pure.ts';
import { type Faults, placesIn, readViewQuery, refuseFaulty } from './query.ts';
import {
  countUpTo,
  deleteView,
  findDeletedGroups,
  findGone,
  findOthers,
  findView,
  findViews,
  lockViews,
  type Others,
  saveView,
  type View,
} from './views.sql.ts';

const NO_PERSON = 'Only people have views.';

/** The caller, and the assertion to call other services with. */
type Asking = Pick<RequestOf<typeof listViews>, 'principal' | 'assertion'>;

type ViewAnswer = AnswerOf<typeof listViews>[number];

export async function listFor(
  ctx: Context,
  asking: Asking,
  { counts = false }: QueryOf<typeof listViews>,
): Promise<ViewAnswer[]> {
  const { workspaceId, userId } = personOf(asking.principal, NO_PERSON);
  const views = await findViews(ctx.db, { workspaceId, userId });
  const checked = await checkAll(ctx, workspaceId, views);
  const countedUntilMs = counts ? performance.now() + ALL_COUNTS_MS : 0;
  const answers: ViewAnswer[] = [];
  // One after the other, within a time limit: reviewers need the connections more.
  for (const { view, query, faults } of checked) {
    const isCounted = Object.keys(faults).length === 0 && performance.now() < countedUntilMs;
    const count = isCounted ? await countOutputs(ctx, asking, query) : null;
    answers.push(presentView(view, { faults, count }));
  }
  return answers;
}

interface Checked {
  readonly view: View;
  readonly query: FilterQuery;
  readonly faults: Faults;
}

/** The current errors of each view, such as filters of an older release or a deleted project. */
async function checkAll(
  { db, clock }: Context,
  workspaceId: string,
  views: readonly View[],
): Promise<Checked[]> {
  const now = clock.now();
  const read = views.map((view) => ({ view, ...readViewQuery(view, now) }));
  const gone = await findGone(
    db,
    workspaceId,
    read.flatMap(({ query }) => placesIn(query)),
  );
  const groups = await findDeletedGroups(
    db,
    workspaceId,
    read.flatMap(({ query: { assignee } }) => assignee ?? []),
  );
  return read.map(({ view, query, faults }) => {
    const group = groups.get(query.assignee ?? '');
    const isGone = placesIn(query).filter((place) =>
      gone.some(({ kind, name }) => kind === place.kind && name === place.name),
    );
    const lost = isGone.map(({ kind, name }): [string, string] => [
      kind,
      `There is no ${kind} ${name} any more.`,
    ]);
    return {
      ...{ view, query },
      faults: {
        ...{ ...faults, ...Object.fromEntries(lost) },
        ...(group !== undefined && { assignee: `The group ${group} was deleted.` }),
      },
    };
  });
}

const COUNT_MS = 500;
const ALL_COUNTS_MS = 2_000;

/** Null if it takes too long, or needs rule texts while the evaluator is down. */
async function countOutputs(
  ctx: Context,
  { principal, assertion }: Asking,
  query: FilterQuery,
): Promise<number | null> {
  const { filter } = readFilter(principal.workspaceId, namingMe(query, principal));
  try {
    const resolved = await resolveFilter(ctx, filter, assertion);
    return await countUpTo(ctx.db, resolved, { max: VIEW_COUNT_MAX, timeoutMs: COUNT_MS });
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAVAILABLE') return null;
    throw error;
  }
}

/** @throws AppError VALIDATION_FAILED, FORBIDDEN, CONFLICT. */
export async function create(
  ctx: Context,
  request: RequestOf<typeof createView>,
): Promise<ViewAnswer> {
  const { workspaceId, userId, role } = personOf(request.principal, NO_PERSON);
  const now = ctx.clock.now();
  const { name, page, query = '', columns = null, isShared = false } = request.body;
  const view = {
    ...{ workspaceId, id: newId(), ownerId: userId, name, page, columns, isShared },
    ...{ query: withoutMark(query), createdAt: now, updatedAt: now },
  };
  refuseFaulty(view, now);
  refuseSharing([view], role);
  await transact(ctx, async (tx) => {
    await lockViews(tx, workspaceId);
    refuseTooMany(view, await findOthers(tx, view));
    await saveView(tx, view);
    auditShared(tx, request, { before: null, after: view });
  });
  return presentChecked(ctx, view);
}

/** @throws AppError VALIDATION_FAILED, FORBIDDEN, NOT_FOUND, CONFLICT. */
export async function change(
  ctx: Context,
  request: RequestOf<typeof updateView>,
): Promise<ViewAnswer> {
  const { workspaceId, userId, role } = personOf(request.principal, NO_PERSON);
  const { body, params } = request;
  const now = ctx.clock.now();
  const changed = await transact(ctx, async (tx) => {
    await lockViews(tx, workspaceId);
    const view = await findView(tx, { workspaceId, userId, id: params.id });
    if (!view) throw noSuchView();
    const { name = view.name, query = view.query, columns = view.columns } = body;
    const { isShared = view.isShared } = body;
    const isTakenBack = view.isShared && !isShared;
    const next = {
      ...{ ...view, name, columns, isShared, updatedAt: now },
      query: withoutMark(query ?? ''),
      ownerId: isTakenBack ? userId : view.ownerId,
    };
    refuseSharing([view, next], role);
    // A view that became invalid can still be renamed or shared.
    if (body.query !== undefined || body.columns !== undefined) refuseFaulty(next, now);
    refuseTooMany(next, await findOthers(tx, next));
    await saveView(tx, next);
    auditShared(tx, request, { before: view, after: next });
    return next;
  });
  return presentChecked(ctx, changed);
}

/** @throws AppError FORBIDDEN, NOT_FOUND. */
export async function remove(
  ctx: Context,
  request: RequestOf<typeof deleteViewOperation>,
): Promise<void> {
  const { workspaceId, userId, role } = personOf(request.principal, NO_PERSON);
  await transact(ctx, async (tx) => {
    await lockViews(tx, workspaceId);
    const view = await findView(tx, { workspaceId, userId, id: request.params.id });
    if (!view) throw noSuchView();
    refuseSharing([view], role);
    await deleteView(tx, view);
    auditShared(tx, request, { before: view, after: null });
  });
}

interface ViewChange {
  readonly before: View | null;
  readonly after: View | null;
}

/** Records changes of shared views in the audit log. A person's own views are private. */
function auditShared(tx: Tx, origin: AuditOrigin, { before, after }: ViewChange): void {
  const [view] = [before, after].filter((each) => each?.isShared);
  if (!view) return;
  const done = before === null ? 'created' : after === null ? 'deleted' : 'updated';
  tx.audit(origin, {
    workspaceId: view.workspaceId,
    action: `view.${done}`,
    target: { kind: 'view', id: view.id },
    before: before && auditedState(before),
    after: after && auditedState(after),
  });
}

function auditedState({ name, page, query, columns, isShared }: View): KnownState {
  return {
    ...{ name, query, isShared, page: unredacted(page) },
    columns: columns && unredacted(columns),
  };
}

async function presentChecked(ctx: Context, view: View): Promise<ViewAnswer> {
  const [checked] = await checkAll(ctx, view.workspaceId, [view]);
  return presentView(view, { faults: checked?.faults ?? {}, count: null });
}

/** Accepts a query copied from a URL. */
const withoutMark = (query: string): string => query.replace(/^\?/, '');

function refuseSharing(views: readonly View[], role: UserPrincipal['role']): void {
  const isShared = views.some((view) => view.isShared);
  if (!isShared || isAtLeast(role, 'manager')) return;
  throw new AppError(
    'FORBIDDEN',
    'Shared views are for managers to create, change and delete. Save one of your own, or ask a manager.',
  );
}

// For each person's own views, and for the shared views of a workspace.
const VIEWS_MAX = 100;

/** @throws AppError CONFLICT if the list that a view belongs to has no room for it. */
function refuseTooMany({ isShared, name }: View, { count, isNameTaken }: Others): void {
  if (isNameTaken) {
    const taken = isShared
      ? `The workspace already shares a view called ${name} for this page.`
      : `You already have a view called ${name} for this page.`;
    throw new AppError('CONFLICT', `${taken} Choose another name.`, {
      fields: { name: 'Is taken.' },
    });
  }
  if (count >= VIEWS_MAX) {
    const many = isShared
      ? `The workspace shares ${VIEWS_MAX} views, which is the most.`
      : `You have ${VIEWS_MAX} views, which is the most.`;
    throw new AppError('CONFLICT', `${many} Delete one first.`);
  }
}

function noSuchView(): AppError {
  return new AppError('NOT_FOUND', 'There is no view with this ID.');
}

function presentView(
  { workspaceId: _, columns, createdAt, updatedAt, ...view }: View,
  state: Pick<ViewAnswer, 'faults' | 'count'>,
): ViewAnswer {
  return {
    ...view,
    ...state,
    columns: columns && [...columns],
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
