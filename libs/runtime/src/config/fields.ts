/** Describes one variable: how to parse its text, and its default. */
export interface ConfigField<T> {
  /** @returns the value, or a description of the fault. Never quotes the text: it may be a secret. */
  readonly parse: (text: string) => { readonly value: T } | { readonly fault: string };
  /** Absent if the variable is required. */
  readonly whenAbsent?: { readonly value: T };
}

interface Defaults<T> {
  readonly default?: T;
}

const required = <T>(parse: ConfigField<T>['parse'], { default: value }: Defaults<T>) =>
  value === undefined ? { parse } : { parse, whenAbsent: { value } };

export function text(options: Defaults<string> = {}): ConfigField<string> {
  return required((value) => ({ value }), options);
}

export interface IntegerOptions extends Defaults<number> {
  readonly min?: number;
  readonly max?: number;
}

export function integer(options: IntegerOptions = {}): ConfigField<number> {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = options;
  return required((value) => {
    const number = /^-?\d+$/.test(value) ? Number(value) : NaN;
    if (Number.isSafeInteger(number) && number >= min && number <= max) return { value: number };
    return { fault: `must be an integer from ${min} to ${max}` };
  }, options);
}

/** A fraction from 0 to 1; 1 by default. */
export const ratio: ConfigField<number> = {
  parse: (value) => {
    const number = /^(?:\d*\.)?\d+$/.test(value) ? Number(value) : NaN;
    return number >= 0 && number <= 1 ? { value: number } : { fault: 'must be from 0 to 1' };
  },
  whenAbsent: { value: 1 },
};

/** `true` or `false`, which is the default. */
export const flag: ConfigField<boolean> = {
  parse: (value) =>
    value === 'true' || value === 'false'
      ? { value: value === 'true' }
      : { fault: 'must be true or false' },
  whenAbsent: { value: false },
};

export interface UrlOptions extends Defaults<string> {
  /** Allowed schemes. Defaults to http and https. */
  readonly schemes?: readonly string[];
}

/** A URL, without its trailing slash. */
export function url(options: UrlOptions = {}): ConfigField<string> {
  const { schemes = ['http', 'https'] } = options;
  return required((value) => {
    const scheme = URL.canParse(value) ? new URL(value).protocol.slice(0, -1) : null;
    if (scheme !== null && schemes.includes(scheme))
      return { value: value.replace(/(?<!\/)\/+$/, '') };
    return { fault: `must be a URL that begins with ${schemes.join(':// or ')}://` };
  }, options);
}

/** The URL at which users reach the service. Links append their path to it. */
export const publicUrlField: ConfigField<string> = {
  parse: (value) => {
    const parsed = url().parse(value);
    if ('fault' in parsed) return parsed;
    const { username, password } = new URL(value);
    if (!/[?#]/.test(value) && username + password === '') return parsed;
    return { fault: 'must be a URL without a query, a fragment and credentials' };
  },
};

export function oneOf<const L extends readonly string[]>(
  members: L,
  options: Defaults<L[number]> = {},
): ConfigField<L[number]> {
  return required<L[number]>((value) => {
    const member = members.find((each) => each === value);
    return member === undefined
      ? { fault: `must be one of ${members.join(', ')}` }
      : { value: member };
  }, options);
}

/** Comma-separated values. @param read parses each value; returns null if it is invalid. */
export function list<T>(
  read: (text: string) => T | null,
  fault: string,
  options: Defaults<readonly T[]> = {},
): ConfigField<readonly T[]> {
  return required((value) => {
    const items = value.split(',').map((each) => read(each.trim()));
    const known = items.filter((item) => item !== null);
    return known.length === items.length ? { value: known } : { fault };
  }, options);
}

/** A text that matches a pattern. */
export function matching(pattern: RegExp, fault: string): ConfigField<string> {
  return { parse: (value) => (pattern.test(value) ? { value } : { fault }) };
}

/** The same field with a default of null. */
export function optional<T>(field: ConfigField<T>): ConfigField<T | null> {
  return { parse: field.parse, whenAbsent: { value: null } };
}
