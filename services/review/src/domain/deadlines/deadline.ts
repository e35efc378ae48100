import type { DeadlineAction } from '@output-review/contracts';

/** Until when somebody is to decide an output, and what happens otherwise. */
export interface Deadline {
  readonly dueAt: Date;
  /** What it began with, for beginning again; null where it is an instant. */
  readonly withinMs: number | null;
  readonly action: DeadlineAction;
  /** When it acted, or passed without acting; from then on it does nothing. */
  readonly actedAt: Date | null;
  readonly escalatedAt: Date | null;
}
