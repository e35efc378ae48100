import type { ConfigField } from './fields.ts';

type Fields = Readonly<Record<string, ConfigField<unknown>>>;

/** Environment variables, as a process finds them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The text of one variable; a blank one counts as absent. */
export const settingOf = (env: Environment, name: string): string | undefined =>
  env[name]?.trim() || undefined;

/** The values of the fields, under the names of their variables. */
export type ConfigOf<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends ConfigField<infer T> ? T : never;
};

/** Variables that belong together and make one value. */
export interface ConfigGroup<T> {
  read(env: Environment): { readonly value: T } | { readonly faults: readonly string[] };
}

export interface GroupOptions<F extends Fields, T> {
  readonly fields: F;
  /** Names what contradicts what. A variable that is wrong by itself is undefined here. */
  readonly contradictions?: (values: Partial<ConfigOf<F>>) => readonly string[];
  readonly build: (values: ConfigOf<F>) => T;
}

/** Declares a group. `build` sees values without a fault or a contradiction. */
export function configGroup<F extends Fields, T>(options: GroupOptions<F, T>): ConfigGroup<T> {
  const { fields, build, contradictions = () => [] } = options;
  return {
    read: (env) => {
      const { values, faults } = readEach(
        env,
        Object.entries(fields).map(([name, field]) => [name, variable(name, field)] as const),
      );
      faults.push(...contradictions(values as Partial<ConfigOf<F>>));
      return faults.length > 0 ? { faults } : { value: build(values as ConfigOf<F>) };
    },
  };
}

/** A group of one variable. */
export function variable<T>(name: string, field: ConfigField<T>): ConfigGroup<T> {
  return {
    read: (env) => {
      const text = settingOf(env, name);
      const absent = field.whenAbsent ?? { fault: 'must be set' };
      const result = text === undefined ? absent : field.parse(text);
      return 'fault' in result ? { faults: [`${name} ${result.fault}`] } : result;
    },
  };
}

type Groups = Readonly<Record<string, ConfigGroup<unknown>>>;

/** What the groups come to, each under its own name. */
export type GroupsOf<G extends Groups> = {
  readonly [Name in keyof G]: G[Name] extends ConfigGroup<infer T> ? T : never;
};

/**
 * Reads the configuration out of environment variables; a blank one counts as absent.
 *
 * @param contradictions between the groups; a group with a fault is undefined there.
 * @throws Error that names every fault, so that one start shows them all. No value is quoted.
 */
export function readGroups<G extends Groups>(
  env: Environment,
  groups: G,
  contradictions: (values: Partial<GroupsOf<G>>) => readonly string[] = () => [],
): GroupsOf<G> {
  const { values, faults } = readEach(env, Object.entries(groups));
  faults.push(...contradictions(values as Partial<GroupsOf<G>>));
  if (faults.length > 0) {
    // What belongs to several groups is told once.
    const told = [...new Set(faults)];
    throw new Error(`Invalid configuration:\n- ${told.join('\n- ')}`);
  }
  return values as GroupsOf<G>;
}

function readEach(
  env: Environment,
  groups: readonly (readonly [name: string, group: ConfigGroup<unknown>])[],
) {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, group] of groups) {
    const result = group.read(env);
    if ('faults' in result) faults.push(...result.faults);
    else values[name] = result.value;
  }
  return { values, faults };
}
