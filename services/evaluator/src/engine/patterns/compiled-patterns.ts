import { BoundedCache } from '../bounded-cache.ts';
import { NoMemoryHere } from '../tools.ts';

/** Something that an engine has compiled, with its size. */
export interface Compiled<T extends object> {
  readonly engine: T;
  readonly instructions: number;
  readonly bytes: number;
}

/** What is known of the memory that patterns take, and what is done where it runs short. */
export interface EngineMemory {
  /** Whether the process has as much as it may; costs some microseconds. */
  readonly isShort: () => boolean;
  /** Frees what nobody refers to any more. @returns false where it may not hold up others now. */
  readonly collect: () => boolean;
}

// Programs. What automata come to while they run is bounded by `makeRoom`.
const KEPT_BYTES_MAX = 128 * 1024 * 1024;
// Of the native engine one takes 8 MB at the most, and then begins anew or gives up.
const ALIVE_ALWAYS = 12;
// A step is about four bytes of an automaton, where it gets a new state for each character.
const STEPS_BETWEEN_LOOKS = 1_000_000;
// A state of an automaton is larger than what it has of the pattern.
const INSTRUCTIONS_OF_STATE = 50;

/**
 * What patterns and sets of them are compiled to, kept whoever wrote them. Automata of the native
 * engine grow while they run, by what the text is, and neither V8 nor anybody else is told. So where
 * the process has grown by too much all of them are let go of; where V8 may not free them at once no more
 * than a few are made until it has.
 */
export class CompiledPatterns {
  readonly #kept = new BoundedCache<Compiled<object>>(KEPT_BYTES_MAX);
  readonly #memory: EngineMemory | null;
  /** Tells of those that V8 has freed, with the generation that they are of. */
  readonly #freed: FinalizationRegistry<number>;
  #generation = 0;
  #alive = 0;
  #stepsSinceLook = 0;
  #isShort = false;

  /** @param memory null where V8 knows of all that the engine takes. */
  constructor(memory: EngineMemory | null) {
    this.#memory = memory;
    this.#freed = new FinalizationRegistry((generation) => {
      if (generation === this.#generation) this.#alive -= 1;
    });
  }

  /**
   * What is kept under a key, or else what is compiled for it now.
   *
   * @throws NoMemoryHere where there is none for another one; what `compile` throws.
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
   * The same, ready to look at a text of so many characters.
   *
   * @throws NoMemoryHere where there is none for what it may come to.
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
