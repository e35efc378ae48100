import type { AnswerOf, listViews, ViewPage } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

export interface ViewKey {
  readonly workspaceId: string;
  readonly id: string;
}

/** A name for what a page shows; the owner's own, or everyone's. */
export interface View extends ViewKey {
  readonly ownerId: string;
  readonly name: string;
  readonly page: ViewPage;
  /** As the address of the page has it. */
  readonly query: string;
  /** Null shows those that the page shows by itself. */
  readonly columns: readonly string[] | null;
  readonly isShared: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type Faults = Readonly<Record<string, string>>;

/** What is known of a view beside what is stored. */
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

// Of a person's own, and of those that a workspace shares.
const VIEWS_MAX = 100;

interface Others {
  readonly count: number;
  readonly isNameTaken: boolean;
}

/** @throws AppError CONFLICT where the list that a view is to stand in has no place for it. */
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
