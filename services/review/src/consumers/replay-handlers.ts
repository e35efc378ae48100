import {
  auditRecorded,
  outputsEvaluated,
  outputsSubmitted,
  type OutputsSubmitted,
  projectsChanged,
  type ProjectsChanged,
  workspacesChanged,
  type WorkspacesChanged,
} from '@output-review/contracts';
import { makeMessageReader, type SetAsideMessage } from '@output-review/runtime';

import type { ToldRecord } from '../domain/audit-chain.ts';
import type { OutputKey } from '../domain/output.ts';

interface Deps {
  readonly applySubmissions: (batch: readonly OutputsSubmitted[]) => Promise<void>;
  readonly applyNames: (batch: readonly ProjectsChanged[]) => Promise<void>;
  readonly applyWorkspaces: (batch: readonly WorkspacesChanged[]) => Promise<void>;
  readonly appendAudit: (told: readonly ToldRecord[]) => Promise<void>;
  readonly startRuns: (keys: readonly OutputKey[]) => Promise<number>;
}

type Handlers = Readonly<Record<string, (message: SetAsideMessage) => Promise<void>>>;

/**
 * A replayed submission fills the row that stands for it; a result that waited for it is then its own.
 * The output of a result that was set aside has ended as an error: a replay is a new run of it.
 */
export function makeReplayHandlers(deps: Deps): Handlers {
  const { applySubmissions, applyNames, applyWorkspaces, appendAudit, startRuns } = deps;
  const readSubmission = makeMessageReader(outputsSubmitted);
  const readEvaluation = makeMessageReader(outputsEvaluated);
  const readAudit = makeMessageReader(auditRecorded);
  const readChange = makeMessageReader(projectsChanged);
  const readWorkspace = makeMessageReader(workspacesChanged);
  return {
    [outputsSubmitted.topic]: async (message) => applySubmissions([readSubmission(message)]),
    [outputsEvaluated.topic]: async (message) => {
      const { workspaceId, id } = readEvaluation(message);
      await startRuns([{ workspaceId, id }]);
    },
    [auditRecorded.topic]: async (message) =>
      appendAudit([{ ...readAudit(message), eventId: message.eventId }]),
    [projectsChanged.topic]: async (message) => applyNames([readChange(message)]),
    [workspacesChanged.topic]: async (message) => applyWorkspaces([readWorkspace(message)]),
  };
}
