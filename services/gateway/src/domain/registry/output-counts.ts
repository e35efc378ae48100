/** Outputs of one task, or of a project without a task. */
export interface OutputCount {
  readonly projectId: string;
  readonly taskId: string | null;
  readonly count: number;
}

/** Adds up the counts by project and by task. */
export function sumOutputCounts(counts: readonly OutputCount[]): OutputCounts {
  const byProject = new Map<string, number>();
  const byTask = new Map<string, number>();
  for (const { projectId, taskId, count } of counts) {
    add(byProject, projectId, count);
    if (taskId !== null) add(byTask, taskId, count);
  }
  return {
    all: counts.reduce((sum, { count }) => sum + count, 0),
    ofProject: (id) => byProject.get(id) ?? 0,
    ofTask: (id) => byTask.get(id) ?? 0,
  };
}

export interface OutputCounts {
  readonly all: number;
  ofProject(id: string): number;
  ofTask(id: string): number;
}

function add(sums: Map<string, number>, id: string, count: number): void {
  sums.set(id, (sums.get(id) ?? 0) + count);
}
