import type { NamedIds, NamesToResolve } from '../projects/projects.pure.ts';

// Some hundred bytes each; past it the oldest go, and cost a look into the registry again.
const ENTRIES_MAX = 20_000;

/**
 * What names led to a moment ago. It may be stale: the insert joins the registry again, and what
 * does not fit is forgotten here and resolved anew.
 */
export class NameCache {
  readonly #entries = new Map<string, NamedIds>();

  get(query: NamesToResolve): NamedIds | null {
    return this.#entries.get(keyOf(query)) ?? null;
  }

  set(query: NamesToResolve, names: NamedIds): void {
    const key = keyOf(query);
    this.#entries.delete(key);
    this.#entries.set(key, names);
    if (this.#entries.size <= ENTRIES_MAX) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }

  forget(query: NamesToResolve): void {
    this.#entries.delete(keyOf(query));
  }
}

// U+0000 cannot stand in a name.
function keyOf({ workspaceId, projectKey, taskKey }: NamesToResolve): string {
  return `${workspaceId}\u0000${projectKey}\u0000${taskKey ?? '\u0000'}`;
}
