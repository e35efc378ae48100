import {
  downloadFile,
  type FileData,
  INTERNAL_OPERATIONS,
  type JudgedContentData,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { foldKey, implement, newId, type Route } from '@output-review/runtime';
import { startPeer, type TestAssertions } from '@output-review/runtime/testing';
import type { LinkTokens } from '@output-review/shared-kernel';

/** The gateway's registry, review's texts and media's files, as the evaluator sees them. */
export interface Peers {
  /** URL of the gateway, which also serves media's files. */
  readonly url: string;
  readonly reviewUrl: string;
  /** Outputs that review holds, by id. */
  readonly outputs: Map<string, StoredOutput>;
  /** Bytes that media holds, by key. */
  readonly files: Map<string, Buffer>;
  /** Keys of requested files, in order, each with its range. */
  readonly askedFiles: string[];
  isMediaAway: boolean;
  /** The fault of a group that a rule wants to name; null if there is none. */
  groupFaultOf: (groupId: string) => Promise<string | null>;
  /** Ids that review was asked to run again. */
  readonly requestedRuns: string[];
  /** Ids for which review starts no run. */
  readonly refusedRuns: Set<string>;
  /** Callers that have consumed a model call, in order. */
  readonly modelCalls: string[];
  /** Seconds until the next model call is allowed; null if one is allowed now. */
  modelCallsFreeIn: number | null;
  close(): Promise<void>;
}

interface StoredOutput {
  readonly projectId: string;
  readonly taskId: null;
  readonly content: JudgedContentData;
  readonly attachments?: FileData[];
}

interface Project {
  readonly id: string;
  readonly name: string;
  readonly tasks: { readonly id: string; readonly name: string }[];
}

/** Starts two listeners that verify assertions like the real services. */
export async function startPeers(assertions: TestAssertions, links: LinkTokens): Promise<Peers> {
  const projects: Project[] = [];
  const outputs: Peers['outputs'] = new Map();
  const requestedRuns: string[] = [];
  const refusedRuns = new Set<string>();

  const resolve = implement(INTERNAL_OPERATIONS.resolveRegistry, async ({ body, principal }) => {
    if ('workspaceId' in principal && principal.workspaceId !== body.workspaceId) {
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
    return { status: 200, body: { attachments: [], ...output } };
  });
  const requestRuns = implement(INTERNAL_OPERATIONS.requestRuns, async ({ body }) => {
    const started = body.outputs.map(({ id }) => id).filter((id) => !refusedRuns.has(id));
    requestedRuns.push(...started);
    return { status: 200, body: { started: started.length } };
  });

  const modelCalls: string[] = [];
  const takeModelCall = implement(INTERNAL_OPERATIONS.takeModelCall, async ({ principal }) => {
    if (principal.kind !== 'user') throw new AppError('FORBIDDEN', 'Requires a user.');
    const { modelCallsFreeIn: retryAfterSeconds } = peers;
    if (retryAfterSeconds === null) modelCalls.push(principal.userId);
    return { status: 200, body: { retryAfterSeconds } };
  });

  const files: Peers['files'] = new Map();
  const askedFiles: string[] = [];
  const download: Route = {
    operation: downloadFile,
    async respond(ctx) {
      const { key = '' } = ctx.params;
      askedFiles.push(`${key} ${ctx.get('range')}`);
      if (peers.isMediaAway) throw new AppError('UNAVAILABLE', 'Away.');
      await links.verifyRead(String(ctx.query['link']), key);
      const bytes = files.get(key);
      if (!bytes) throw new AppError('NOT_FOUND', 'There is no such file.');
      const [, end = ''] = /^bytes=0-(\d+)$/.exec(ctx.get('range')) ?? [];
      ctx.status = 206;
      ctx.body = bytes.subarray(0, Number(end) + 1);
    },
  };

  const checkApprovalGroup = implement(
    INTERNAL_OPERATIONS.checkApprovalGroup,
    async ({ body: { groupId } }) => ({
      status: 200,
      body: { fault: await peers.groupFaultOf(groupId) },
    }),
  );
  const open = (service: 'gateway' | 'review', routes: readonly Route[]) =>
    startPeer({ service, routes, assertions: assertions.verifier });
  const listener = await open('gateway', [resolve, takeModelCall, checkApprovalGroup, download]);
  const reviewListener = await open('review', [getContent, requestRuns]);
  const peers: Peers = {
    ...{
      url: listener.url,
      reviewUrl: reviewListener.url,
      outputs,
      requestedRuns,
      refusedRuns,
      modelCalls,
      modelCallsFreeIn: null,
    },
    ...{ files, askedFiles, isMediaAway: false },
    groupFaultOf: async (groupId) => (groupId === 'finance' ? null : 'There is no such group.'),
    close: async () => {
      await Promise.all([listener.close(), reviewListener.close()]);
    },
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
