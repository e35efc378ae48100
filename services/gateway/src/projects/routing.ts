import type { ProjectsChanged } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { Transaction } from '@output-review/runtime';
import {
  type AuditOrigin,
  type KnownState,
  type Tx,
  unredacted,
} from '@output-review/shared-kernel';

import { publishStates, readStates } from './announce.sql.ts';
import type { EntrySettings, SettingsUpdate } from './projects.pure.ts';
import { keepGroups, replaceGroup, type RoutedEntry } from './routing.sql.ts';

/** @throws AppError VALIDATION_FAILED for a group that does not exist in the workspace. */
export async function requireGroups(
  tx: Transaction,
  workspaceId: string,
  { reviewGroupId, escalationGroupId }: SettingsUpdate,
): Promise<void> {
  const named = Object.entries({ reviewGroupId, escalationGroupId }).flatMap(([field, id]) =>
    typeof id === 'string' ? [{ field, id }] : [],
  );
  if (named.length === 0) return;
  const ids = named.map(({ id }) => id);
  const found = await keepGroups(tx, workspaceId, ids);
  const missing = named.filter(({ id }) => !found.has(id));
  if (missing.length === 0) return;
  throw new AppError('VALIDATION_FAILED', 'The request is not valid.', {
    fields: Object.fromEntries(
      missing.map(({ field }) => [field, 'Is not a group of this workspace.']),
    ),
  });
}

type NamedGroups = Pick<EntrySettings, 'reviewGroupId' | 'escalationGroupId'>;

interface Replacement {
  readonly workspaceId: string;
  readonly from: string;
  readonly to: string;
  readonly at: Date;
}

/** Replaces a group in projects and tasks. @returns their published states. */
export async function moveRouting(
  tx: Tx,
  origin: AuditOrigin,
  { workspaceId, from, to, at }: Replacement,
): Promise<readonly ProjectsChanged[]> {
  const moved = await replaceGroup(tx, workspaceId, { from, to });
  const keysOf = (kind: RoutedEntry['kind']) =>
    moved.filter((entry) => entry.kind === kind).map(({ id }) => ({ workspaceId, id }));
  const states = [
    ...(await readStates(tx, 'project', keysOf('project'))),
    ...(await readStates(tx, 'task', keysOf('task'))),
  ];
  publishStates(tx, states, at);
  for (const { kind, id, ...before } of moved) {
    const replaced = (groupId: string | null) => (groupId === from ? to : groupId);
    const after = {
      reviewGroupId: replaced(before.reviewGroupId),
      escalationGroupId: replaced(before.escalationGroupId),
    };
    tx.audit(origin, {
      ...{ workspaceId, action: `${kind}.updated`, target: { kind, id } },
      ...{ before: auditedGroups(before), after: auditedGroups(after) },
    });
  }
  return states;
}

export function auditedSettings(settings: EntrySettings): KnownState {
  return { sampleRate: settings.sampleRate, ...auditedGroups(settings) };
}

function auditedGroups({ reviewGroupId, escalationGroupId }: NamedGroups): KnownState {
  return {
    reviewGroupId: unredacted(reviewGroupId),
    escalationGroupId: unredacted(escalationGroupId),
  };
}
