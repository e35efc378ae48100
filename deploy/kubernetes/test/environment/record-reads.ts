type Environment = Readonly<Record<string, string | undefined>>;

export interface RecordedEnvironment {
  readonly env: Environment;
  /** The names that were asked for so far. */
  readonly read: ReadonlySet<string>;
}

/** The same variables, which note who is asked for. */
export function recordReads(variables: Environment): RecordedEnvironment {
  const read = new Set<string>();
  const env = new Proxy(variables, {
    get: (target, name) => {
      if (typeof name !== 'string') return undefined;
      read.add(name);
      return target[name];
    },
  });
  return { env, read };
}
