import type { NamedIds, NamesToResolve } from '../projects/projects.pure.ts';

// Some hundred bytes each. Beyond this the oldest are evicted and must be looked up again.
const ENTRIES_MAX = 20_000;
// Longer than the keys of two names of 200 characters, unless folding expands them, up to eighteen times. Such names
// are looked up each time: 20,000 of them would take the memory of the whole process.
const KEY_LENGTH_MAX = 1_000;

/**
 * Caches resolved names. An entry may be stale: the insert joins the registry again, and a name that does not match is
 * dropped here and resolved again.
 */
export class NameCache {
  readonly #entries = new Map<string, NamedIds>();

  get(query: NamesToResolve): NamedIds | null {
    return this.#entries.get(keyOf(query)) ?? null;
  }

  set(query: NamesToResolve, names: NamedIds): void {
    const key = keyOf(query);
    if (key.length > KEY_LENGTH_MAX) return;
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

// A name cannot contain U+0000.
function keyOf({ workspaceId, projectKey, taskKey }: NamesToResolve): string {
  return `${workspaceId}\u0000${projectKey}\u0000${taskKey ?? '\u0000'}`;
}
