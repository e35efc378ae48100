import { BoundedCache } from '../bounded-cache.ts';
import { NoMemoryHere } from '../tools.ts';

/** A compiled pattern or set, with its size. */
export interface Compiled<T extends object> {
  readonly engine: T;
  readonly instructions: number;
  readonly bytes: number;
}

/** Watches the memory that patterns take, and frees it when it runs short. */
export interface EngineMemory {
  /** Whether the process has reached its limit. A call takes some microseconds. */
  readonly isShort: () => boolean;
  /** Frees unreferenced objects. @returns false if it must not block other work now. */
  readonly collect: () => boolean;
}

// For compiled programs. `makeRoom` limits the size that automata reach while they run.
const KEPT_BYTES_MAX = 128 * 1024 * 1024;
// This many may always exist. In the native engine, one takes at most 8 MB, then starts over or gives up.
const ALIVE_ALWAYS = 12;
// A step adds about four bytes to an automaton, if each character leads to a new state.
const STEPS_BETWEEN_LOOKS = 1_000_000;
// The fixed part of an automaton's state is larger than its share of the pattern.
const INSTRUCTIONS_OF_STATE = 50;

/**
 * A cache of compiled patterns and sets, shared by all workspaces. Automata of the native engine grow while they run,
 * depending on the text, and V8 does not know about it. So if the process has grown too much, the cache drops all of
 * them. If V8 cannot free them at once, only a few are created until it has.
 */
export class CompiledPatterns {
  readonly #kept = new BoundedCache<Compiled<object>>(KEPT_BYTES_MAX);
  readonly #memory: EngineMemory | null;
  /** Reports objects that V8 has freed, with their generation. */
  readonly #freed: FinalizationRegistry<number>;
  #generation = 0;
  #alive = 0;
  #stepsSinceLook = 0;
  #isShort = false;

  /** @param memory null if V8 knows about all memory of the engine. */
  constructor(memory: EngineMemory | null) {
    this.#memory = memory;
    this.#freed = new FinalizationRegistry((generation) => {
      if (generation === this.#generation) this.#alive -= 1;
    });
  }

  /**
   * Returns the cached entry of a key, or compiles it.
   *
   * @throws NoMemoryHere if there is no memory for another one; and whatever `compile` throws.
   */
  of<T extends object>(key: string, compile: () => Compiled<T>): Compiled<T> {
    const known = this.#kept.get(key) as Compiled<T> | undefined;
    if (known) return known;
    this.#makeRoom(0);
    const compiled = compile();
    if (this.#memory) this.#countWhileAlive(compiled.engine);
    this.#kept.add(key, compiled, () => compiled.bytes);
    return compiled;
  }

  /**
   * The same, ready to search a text of `length` characters.
   *
   * @throws NoMemoryHere if there is no memory for the size that it may reach
   */
  toLookAt<T extends object>(key: string, length: number, compile: () => Compiled<T>): T {
    const { instructions } = this.of(key, compile);
    this.#makeRoom(length * (instructions + INSTRUCTIONS_OF_STATE));
    return this.of(key, compile).engine;
  }

  #countWhileAlive(engine: object): void {
    this.#alive += 1;
    this.#freed.register(engine, this.#generation);
  }

  #makeRoom(steps: number): void {
    if (!this.#memory || this.#alive <= ALIVE_ALWAYS) return;
    this.#look(this.#memory, steps);
    if (!this.#isShort) return;
    this.#kept.clear();
    if (!this.#memory.collect()) throw new NoMemoryHere('there is no memory for its patterns');
    this.#isShort = false;
    this.#generation += 1;
    this.#alive = 0;
  }

  #look({ isShort }: EngineMemory, steps: number): void {
    this.#stepsSinceLook += steps;
    if (!this.#isShort && this.#stepsSinceLook < STEPS_BETWEEN_LOOKS) return;
    this.#stepsSinceLook = 0;
    this.#isShort = isShort();
  }
}
