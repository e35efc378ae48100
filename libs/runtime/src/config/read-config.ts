import { settingOf } from '../base/text.ts';
import type { ConfigField } from './fields.ts';

type Fields = Readonly<Record<string, ConfigField<unknown>>>;

/** The environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The values of the fields by variable name. */
export type ConfigOf<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends ConfigField<infer T> ? T : never;
};

/** A group of variables that forms one value. */
export interface ConfigGroup<T> {
  read(env: Environment): { readonly value: T } | { readonly faults: readonly string[] };
}

export interface GroupOptions<F extends Fields, T> {
  readonly fields: F;
  /** Returns the conflicts between the variables. An invalid variable is undefined. */
  readonly contradictions?: (values: Partial<ConfigOf<F>>) => readonly string[];
  readonly build: (values: ConfigOf<F>) => T;
}

/** Declares a group. `build` only gets valid values without conflicts. */
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

/** The values of the groups by name. */
export type GroupsOf<G extends Groups> = {
  readonly [Name in keyof G]: G[Name] extends ConfigGroup<infer T> ? T : never;
};

/**
 * Reads the configuration from environment variables. A blank one counts as absent.
 *
 * @param contradictions conflicts between groups; an invalid group is undefined there.
 * @throws Error that lists all faults, so that one start shows them all. Values are not quoted.
 */
export function readGroups<G extends Groups>(
  env: Environment,
  groups: G,
  contradictions: (values: Partial<GroupsOf<G>>) => readonly string[] = () => [],
): GroupsOf<G> {
  const { values, faults } = readEach(env, Object.entries(groups));
  faults.push(...contradictions(values as Partial<GroupsOf<G>>));
  if (faults.length > 0) {
    // Report a fault that affects several groups once.
    const unique = [...new Set(faults)];
    throw new Error(`Invalid configuration:\n- ${unique.join('\n- ')}`);
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
