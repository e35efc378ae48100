import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { foldKey, implement, newId } from '@output-review/runtime';
import { type TestAssertions, startPeer } from '@output-review/runtime/testing';

interface Named {
  readonly id: string;
  name: string;
  /** All its folded names, including the current one. */
  readonly keys: Set<string>;
}

interface Project extends Named {
  /** Whether it is marked as being deleted. */
  isClosing: boolean;
  readonly tasks: Named[];
}

/** The gateway as the service sees it: its registry, and its limit of model calls. */
export interface RegistryListener {
  readonly url: string;
  /** Resolves names in a workspace to ids. */
  idsOf(workspaceId: string, project: string, task: string): { projectId: string; taskId: string };
  /** Renames a project. The old name still leads to it. */
  rename(workspaceId: string, from: string, to: string): void;
  /** Marks a project as being deleted. */
  close(workspaceId: string, project: string): void;
  /** Seconds until the next model call is allowed; null if one is allowed now. */
  modelCallsFreeIn: number | null;
  stop(): Promise<void>;
}

export async function startRegistryListener(assertions: TestAssertions): Promise<RegistryListener> {
  const workspaces = new Map<string, Project[]>();
  const projectsOf = (workspaceId: string): Project[] => {
    const projects = workspaces.get(workspaceId) ?? [];
    workspaces.set(workspaceId, projects);
    return projects;
  };
  const resolve = implement(INTERNAL_OPERATIONS.resolveRegistry, async ({ body, principal }) => {
    if ('workspaceId' in principal && principal.workspaceId !== body.workspaceId) {
      throw new AppError('NOT_FOUND', 'Another workspace.');
    }
    const { projectName = '', taskName = '', create } = body;
    const projects = projectsOf(body.workspaceId);
    const project = take(projects, projectName, create ? projectOf : null);
    if (create && project.isClosing) throw new AppError('UNAVAILABLE', 'It is being deleted.');
    const task = take(project.tasks, taskName, create ? named : null);
    const answer = { projectId: project.id, projectName: project.name };
    return { status: 200, body: { ...answer, taskId: task.id, taskName: task.name } };
  });
  const takeModelCall = implement(INTERNAL_OPERATIONS.takeModelCall, async () => ({
    status: 200,
    body: { retryAfterSeconds: listener.modelCallsFreeIn },
  }));
  const opened = await startPeer({
    service: 'gateway',
    routes: [resolve, takeModelCall],
    assertions: assertions.verifier,
  });
  const find = (workspaceId: string, name: string): Project =>
    take(projectsOf(workspaceId), name, null);
  const listener: RegistryListener = {
    url: opened.url,
    modelCallsFreeIn: null,
    idsOf: (workspaceId, project, task) => {
      const { id, tasks } = find(workspaceId, project);
      return { projectId: id, taskId: take(tasks, task, null).id };
    },
    rename: (workspaceId, from, to) => {
      const project = find(workspaceId, from);
      project.name = to;
      project.keys.add(foldKey(to));
    },
    close: (workspaceId, project) => {
      find(workspaceId, project).isClosing = true;
    },
    stop: () => opened.close(),
  };
  return listener;
}

function named(name: string): Named {
  return { id: newId(), name, keys: new Set([foldKey(name)]) };
}

function projectOf(name: string): Project {
  return { ...named(name), isClosing: false, tasks: [] };
}

function take<N extends Named>(all: N[], name: string, make: ((name: string) => N) | null): N {
  const known = all.find(({ keys }) => keys.has(foldKey(name)));
  if (known) return known;
  if (!make) throw new AppError('NOT_FOUND', `There is no ${name}.`);
  const made = make(name);
  all.push(made);
  return made;
}
