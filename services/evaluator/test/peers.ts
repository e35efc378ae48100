import { INTERNAL_OPERATIONS, type JudgedContentData } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { foldKey, implement, listen, makeServiceApp, newId } from '@output-review/runtime';
import { silentLog, type TestAssertions } from '@output-review/runtime/testing';

/** The gateway's registry and review's texts, as the evaluator sees them. */
export interface Peers {
  readonly url: string;
  /** Outputs that review holds, by id. */
  readonly outputs: Map<string, { projectId: string; taskId: null; content: JudgedContentData }>;
  /** Ids that review was asked to run again. */
  readonly requestedRuns: string[];
  /** Ids that review starts no run of. */
  readonly refusedRuns: Set<string>;
  /** Callers who have taken a model call, in order. */
  readonly modelCalls: string[];
  /** In how many seconds there is a model call again; null while there are. */
  modelCallsFreeIn: number | null;
  close(): Promise<void>;
}

interface Project {
  readonly id: string;
  readonly name: string;
  readonly tasks: { readonly id: string; readonly name: string }[];
}

/** Starts both behind one door that checks assertions as the real ones do. */
export async function startPeers(assertions: TestAssertions): Promise<Peers> {
  const projects: Project[] = [];
  const outputs: Peers['outputs'] = new Map();
  const requestedRuns: string[] = [];
  const refusedRuns = new Set<string>();

  const resolve = implement(INTERNAL_OPERATIONS.resolveRegistry, async ({ body, principal }) => {
    if (principal.kind !== 'service' && principal.workspaceId !== body.workspaceId) {
      throw new AppError('NOT_FOUND', 'Another workspace.');
    }
    const project = findProject(projects, body);
    const task = body.taskName === undefined ? null : findTask(project, body.taskName, body.create);
    return {
      status: 200,
      body: {
        projectId: project.id,
        projectName: project.name,
        taskId: task?.id ?? null,
        taskName: task?.name ?? null,
      },
    };
  });
  const getContent = implement(INTERNAL_OPERATIONS.getJudgedContent, async ({ body }) => {
    const output = outputs.get(body.id);
    if (!output) throw new AppError('NOT_FOUND', 'There is no such output.');
    return { status: 200, body: output };
  });
  const requestRuns = implement(INTERNAL_OPERATIONS.requestRuns, async ({ body }) => {
    const started = body.outputs.map(({ id }) => id).filter((id) => !refusedRuns.has(id));
    requestedRuns.push(...started);
    return { status: 200, body: { started: started.length } };
  });

  const modelCalls: string[] = [];
  const takeModelCall = implement(INTERNAL_OPERATIONS.takeModelCall, async ({ principal }) => {
    if (principal.kind !== 'user') throw new AppError('FORBIDDEN', 'In whose name?');
    const { modelCallsFreeIn: retryAfterSeconds } = peers;
    if (retryAfterSeconds === null) modelCalls.push(principal.userId);
    return { status: 200, body: { retryAfterSeconds } };
  });

  const app = makeServiceApp({
    service: 'peers',
    routes: [resolve, getContent, requestRuns, takeModelCall],
    assertions: assertions.verifier,
    log: silentLog,
    readiness: async () => ({ ready: true, checks: {} }),
  });
  const door = await listen(app, { host: '127.0.0.1', port: 0 });
  const peers: Peers = {
    ...{ url: door.url, outputs, requestedRuns, refusedRuns, modelCalls, modelCallsFreeIn: null },
    close: () => door.close(),
  };
  return peers;
}

interface Request {
  readonly projectId?: string;
  readonly projectName?: string;
  readonly create: boolean;
}

function findProject(projects: Project[], { projectId, projectName, create }: Request): Project {
  const known = projects.find(
    ({ id, name }) => id === projectId || (projectName && foldKey(name) === foldKey(projectName)),
  );
  if (known) return known;
  if (projectName === undefined || !create) throw new AppError('NOT_FOUND', 'No such project.');
  const project = { id: newId(), name: projectName, tasks: [] };
  projects.push(project);
  return project;
}

function findTask(project: Project, taskName: string, create: boolean) {
  const known = project.tasks.find(({ name }) => foldKey(name) === foldKey(taskName));
  if (known) return known;
  if (!create) throw new AppError('NOT_FOUND', 'No such task.');
  const task = { id: newId(), name: taskName };
  project.tasks.push(task);
  return task;
}
