import { ComposeProject, type ProjectPlan } from './trial/compose-project.ts';

/** The project that the global setup has started. */
export function runningProject(): ComposeProject {
  const plan = process.env['COMPOSE_TRIAL'];
  if (plan === undefined) throw new Error('Nothing runs: use `npm run test:compose`');
  return new ComposeProject(JSON.parse(plan) as ProjectPlan);
}

export const SERVERS = ['postgres', 'kafka', 'valkey', 'objects'] as const;
