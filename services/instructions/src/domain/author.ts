import type { InstructionsSource, WorkspacePrincipal } from '@output-review/contracts';

/** Who did something, as answers name them, and by which way. */
export interface Author {
  readonly name: string;
  readonly source: Extract<InstructionsSource, 'api' | 'dashboard'>;
}

/** A person is named by e-mail, a named token by its name, the workspace token is `api`. */
export function authorOf(principal: WorkspacePrincipal): Author {
  if (principal.kind === 'user') return { name: principal.email, source: 'dashboard' };
  return { name: principal.name === null ? 'api' : `token:${principal.name}`, source: 'api' };
}
