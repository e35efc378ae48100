import {
  INTERNAL_HEADERS,
  saveInstructionsVersion,
  writeActiveInstructions,
} from '@output-review/contracts';
import { implement } from '@output-review/runtime';
import { startPeer } from '@output-review/runtime/testing';

export interface InstructionsPeer {
  readonly url: string;
  /** The IDs of tasks, by their names in requests. */
  readonly tasks: Map<string, string>;
  /** The active version of each task, by task ID. */
  readonly versions: Map<string, number>;
  stop(): Promise<void>;
}

/** A service that numbers versions, and reports them to the gateway like the real one. */
export async function startInstructionsPeer(assertionPublicKey: string): Promise<InstructionsPeer> {
  const tasks = new Map<string, string>();
  const versions = new Map<string, number>();
  const listener = await startPeer({
    service: 'instructions',
    assertions: assertionPublicKey,
    routes: [
      implement(saveInstructionsVersion, async ({ body: { project, task, content } }) => {
        const taskId = tasks.get(task) ?? '';
        const version = (versions.get(taskId) ?? 0) + 1;
        versions.set(taskId, version);
        return {
          status: 200,
          body: {
            projectName: project,
            taskName: task,
            content,
            version,
            source: 'api',
            updatedAt: new Date().toISOString(),
            hasPendingSuggestion: false,
          },
          headers: {
            [INTERNAL_HEADERS.activeInstructions]: writeActiveInstructions({ taskId, version }),
          },
        };
      }),
    ],
  });
  return { url: listener.url, tasks, versions, stop: () => listener.close(0) };
}
