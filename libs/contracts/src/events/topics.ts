import type { Static, TSchema } from '@sinclair/typebox';

/**
 * The topics. The key of every `outputs.*` event is `workspaceId/id`, so events about one output stay in order within a
 * topic. Nothing relies on order between topics.
 */
export const TOPICS = {
  outputsSubmitted: 'outputs.submitted',
  outputsEvaluated: 'outputs.evaluated',
  outputsShadowEvaluated: 'outputs.shadow_evaluated',
  outputsFlagged: 'outputs.flagged',
  outputsDecided: 'outputs.decided',
  outputsTaught: 'outputs.taught',
  outputsDeleted: 'outputs.deleted',
  outputsReevaluationRequested: 'outputs.reevaluation_requested',
  projectsChanged: 'projects.changed',
  instructionsChanged: 'instructions.changed',
  workspacesChanged: 'workspaces.changed',
  peopleChanged: 'people.changed',
  auditRecorded: 'audit.recorded',
  destinationsSwitchedOff: 'destinations.switched_off',
} as const;

export type Topic = (typeof TOPICS)[keyof typeof TOPICS];

/** A key for an output across workspaces: of its events (`TOPICS`), and of maps of outputs. */
export function outputKey(output: { readonly workspaceId: string; readonly id: string }): string {
  return `${output.workspaceId}/${output.id}`;
}

/**
 * The output of an event, parsed from its key `workspaceId/id` (`TOPICS`), which works even for a message that cannot
 * be parsed. Null if the database could not store the key, since it then names no output.
 */
export function outputOfKey(
  key: string,
): { readonly workspaceId: string; readonly id: string } | null {
  const [, workspaceId, id] = /^([^/\0]+)\/([^\0]+)$/.exec(key) ?? [];
  return workspaceId !== undefined && id !== undefined ? { workspaceId, id } : null;
}

/** Declares the data of a topic's events: its schema and one valid and one invalid example. */
export interface EventType<S extends TSchema = TSchema> {
  readonly topic: Topic;
  readonly schema: S;
  readonly examples: { readonly valid: Static<S>; readonly invalid: unknown };
}

export function defineEvent<const T extends Topic, S extends TSchema>(
  event: EventType<S> & { readonly topic: T },
): EventType<S> & { readonly topic: T } {
  return event;
}

export type DataOf<E extends EventType> = Static<E['schema']>;
