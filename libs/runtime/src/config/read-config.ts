import type { ConfigField } from './fields.ts';

type Fields = Readonly<Record<string, ConfigField<unknown>>>;

/** The values of the fields, under the names of their variables. */
export type ConfigOf<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends ConfigField<infer T> ? T : never;
};

/**
 * Reads the configuration out of environment variables; a blank one counts as absent.
 *
 * @throws Error that names every fault, so that one start shows them all. No value is quoted.
 */
export function readConfig<F extends Fields>(
  env: Readonly<Record<string, string | undefined>>,
  fields: F,
): ConfigOf<F> {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const result = readField(env[name]?.trim() ?? '', field);
    if ('fault' in result) problems.push(`${name} ${result.fault}`);
    else values[name] = result.value;
  }
  if (problems.length > 0) throw new Error(`Invalid configuration:\n- ${problems.join('\n- ')}`);
  return values as ConfigOf<F>;
}

function readField(
  text: string,
  field: ConfigField<unknown>,
): { readonly value: unknown } | { readonly fault: string } {
  if (text !== '') return field.parse(text);
  return field.whenAbsent ?? { fault: 'must be set' };
}
