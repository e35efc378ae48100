import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import type { EntryQuery, ResolvedEntry } from '../../use-cases/registry/resolve-entry.ts';

export const makeResolveRoute = (
  resolveEntry: (query: EntryQuery) => Promise<ResolvedEntry>,
): Route =>
  implement(INTERNAL_OPERATIONS.resolveRegistry, async ({ body }) => ({
    status: 200,
    body: await resolveEntry(body),
  }));
