import type { DecisionSource, WorkspacePrincipal } from '@output-review/contracts';

/** Who did something, as answers and events name them. */
export interface Actor {
  readonly name: string;
  readonly source: DecisionSource;
}

/** A person is named by e-mail, a named token by its name, the workspace token is `api`. */
export function actorOf(principal: WorkspacePrincipal): Actor {
  if (principal.kind === 'user') return { name: principal.email, source: 'dashboard' };
  return { name: principal.name === null ? 'api' : `token:${principal.name}`, source: 'api' };
}

/** Who flagged: a person by e-mail; a token says whether an end user or its own code did. */
export function flaggerOf(principal: WorkspacePrincipal, claimed: string | undefined): string {
  return principal.kind === 'user' ? principal.email : (claimed ?? 'api');
}
