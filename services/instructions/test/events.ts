import {
  outputsDecided,
  outputsDeleted,
  outputsTaught,
  type Topic,
  TOPICS,
  workspacesChanged,
  type WorkspacesChanged,
} from '@output-review/contracts';

import type { SeededDocument, TestInstructions } from './test-instructions.ts';

interface Told {
  readonly workspaceId: string;
  readonly id: string;
  readonly [field: string]: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/** Sends events about outputs of a document, and about its workspace, like the other services. */
export function eventsFor(running: () => TestInstructions) {
  const send = (topic: Topic, data: Told) =>
    running().send(topic, `${data.workspaceId}/${data.id}`, data);
  const placeOf = ({ workspaceId, names }: SeededDocument) => ({
    workspaceId,
    ...running().registry.idsOf(workspaceId, names.project, names.task),
  });
  return {
    send,
    decide: (document: SeededDocument, fields: Fields) =>
      send(TOPICS.outputsDecided, {
        ...outputsDecided.examples.valid,
        ...placeOf(document),
        ...{ id: 'log-1', sequence: 1, decision: 'rejected', comment: 'Too cold.' },
        ...fields,
      }),
    teach: (document: SeededDocument, fields: Fields) =>
      send(TOPICS.outputsTaught, {
        ...outputsTaught.examples.valid,
        ...placeOf(document),
        ...{ id: 'log-1', sequence: 2, comment: 'Name no day.' },
        ...fields,
      }),
    remove: ({ workspaceId }: SeededDocument, id: string) =>
      send(TOPICS.outputsDeleted, {
        ...outputsDeleted.examples.valid,
        ...{ workspaceId, id, sequence: 9 },
      }),
    changeWorkspace: ({ workspaceId }: SeededDocument, change: Partial<WorkspacesChanged>) =>
      running().send(TOPICS.workspacesChanged, workspaceId, {
        ...workspacesChanged.examples.valid,
        ...{ workspaceId, version: 1, ...change },
      }),
  };
}
