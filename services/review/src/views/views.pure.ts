import type { AnswerOf, listViews, ViewPage } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

export interface ViewKey {
  readonly workspaceId: string;
  readonly id: string;
}

/** A named state of a page, private to its owner or shared. */
export interface View extends ViewKey {
  readonly ownerId: string;
  readonly name: string;
  readonly page: ViewPage;
  /** The query string of the page. */
  readonly query: string;
  /** Null shows the page's default columns. */
  readonly columns: readonly string[] | null;
  readonly isShared: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type Faults = Readonly<Record<string, string>>;

/** Further state of a view that is not stored. */
interface ViewState {
  readonly faults: Faults;
  readonly count: number | null;
}

export function presentView(
  { workspaceId: _, columns, createdAt, updatedAt, ...view }: View,
  state: ViewState,
): AnswerOf<typeof listViews>[number] {
  return {
    ...view,
    ...state,
    columns: columns === null ? null : [...columns],
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

// For each person's own views, and for the shared views of a workspace.
const VIEWS_MAX = 100;

interface Others {
  readonly count: number;
  readonly isNameTaken: boolean;
}

/** @throws AppError CONFLICT if the list that a view belongs to has no room for it. */
export function refuseTooMany({ isShared, name }: View, { count, isNameTaken }: Others): void {
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

export function noSuchView(): AppError {
  return new AppError('NOT_FOUND', 'There is no view with this ID.');
}
