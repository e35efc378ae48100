import { parseArgs, type ParseArgsConfig } from 'node:util';

export type Options = NonNullable<ParseArgsConfig['options']>;

export type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>['values'];

type Read<O extends Options> =
  | { readonly values: Values<O> }
  /** What to print instead of running the bench. */
  | { readonly text: string; readonly isFault: boolean };

const NUMBER = /^\d+(?:\.\d+)?$/;

/**
 * Reads the arguments of a bench. With `--help`, or if one is wrong, the text lists the options. An option whose default
 * is a number takes only numbers.
 */
export function readOptions<O extends Options>(options: O, args: readonly string[]): Read<O> {
  const list = ['Options:', ...Object.entries(options).map(describeOption)].join('\n');
  if (args.includes('--help')) return { text: list, isFault: false };
  try {
    const { values } = parseArgs({ options, args });
    for (const [name, option] of Object.entries(options)) {
      const isNumber = NUMBER.test(String(option.default));
      const value = String((values as Record<string, unknown>)[name]);
      if (isNumber && !NUMBER.test(value)) throw new Error(`--${name} must be a number: ${value}`);
    }
    return { values };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { text: `${message}\n\n${list}`, isFault: true };
  }
}

function describeOption([name, option]: [string, Options[string]]): string {
  const value = option.type === 'string' ? ' <value>' : '';
  const many = option.multiple === true ? ' …' : '';
  const given = option.default === undefined ? '' : `  (default: ${String(option.default)})`;
  return `  --${name}${value}${many}${given}`;
}
