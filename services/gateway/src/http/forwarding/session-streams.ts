import { type Logger, within } from '@output-review/runtime';

/** A stream that goes on only as long as a session acts in a workspace. */
export interface SessionStream {
  /** Of the session. */
  readonly token: string;
  readonly workspaceId: string;
  end(): void;
}

export interface SessionStreamsDeps {
  /** The workspaces that these sessions act in right now; those that are over are left out. */
  readonly findWorkspaces: (tokens: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly log: Logger;
  /** How long a check may take. */
  readonly checkMsMax: number;
}

export interface StreamChecks {
  readonly everyMs: number;
  /** How long each may take. */
  readonly msMax: number;
}

/** Together they stay below five seconds. */
export const STREAM_CHECKS: StreamChecks = { everyMs: 1_000, msMax: 3_500 };

/** Ends the streams of those who may not listen any more: within five seconds. Source: the interface. */
export class SessionStreams {
  readonly #streams = new Set<SessionStream>();
  readonly #findWorkspaces: SessionStreamsDeps['findWorkspaces'];
  readonly #log: Logger;
  readonly #checkMsMax: number;

  constructor({ findWorkspaces, log, checkMsMax }: SessionStreamsDeps) {
    this.#checkMsMax = checkMsMax;
    this.#findWorkspaces = findWorkspaces;
    this.#log = log;
  }

  add(stream: SessionStream): void {
    this.#streams.add(stream);
  }

  remove(stream: SessionStream): void {
    this.#streams.delete(stream);
  }

  /** One statement for all of them. Whoever cannot be checked in time has to come again. */
  async check(): Promise<void> {
    const streams = [...this.#streams];
    if (streams.length === 0) return;
    const workspaces = await this.#find(new Set(streams.map(({ token }) => token)));
    if (!workspaces) {
      this.#log.warn({ streams: streams.length }, 'streams ended that could not be checked');
    }
    for (const stream of streams) {
      if (workspaces?.get(stream.token) !== stream.workspaceId) stream.end();
    }
  }

  endAll(): void {
    for (const stream of this.#streams) stream.end();
  }

  async #find(tokens: ReadonlySet<string>): Promise<ReadonlyMap<string, string> | null> {
    let found: ReadonlyMap<string, string> | null = null;
    const finding = this.#findWorkspaces([...tokens]).then((workspaces) => (found = workspaces));
    await within(this.#checkMsMax, finding);
    return found;
  }
}
