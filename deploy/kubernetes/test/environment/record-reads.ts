type Environment = Readonly<Record<string, string | undefined>>;

export interface RecordedEnvironment {
  readonly env: Environment;
  /** The variables read so far. */
  readonly read: ReadonlySet<string>;
}

/** Wraps variables and records which ones are read. */
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
