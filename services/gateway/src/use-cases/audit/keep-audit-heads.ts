/** The end of an audit chain, as review tells of it. */
export interface AuditHead {
  readonly workspaceId: string;
  readonly seq: number;
  readonly link: string;
  /** When the workspace was erased, its records with it. */
  readonly erasedAt: string | null;
}

export interface HeadsPage {
  /** The last workspace of the page before. */
  readonly after?: string;
  readonly changedSince?: string;
  readonly limit: number;
}

interface Deps {
  /** By workspace. */
  readonly listHeads: (page: HeadsPage, signal: AbortSignal) => Promise<readonly AuditHead[]>;
  /** Those that are kept already stay as they are. */
  readonly keepHeads: (heads: readonly AuditHead[]) => Promise<void>;
  readonly thinHeads: () => Promise<void>;
  readonly now: () => Date;
}

const PAGE = 1_000;
// A transaction of review that began before the look may have committed after it, and clocks differ.
const OVERLAP_MS = 5 * 60_000;

/** Keeps the end of every audit chain that has become longer since the last time. */
export function makeKeepAuditHeads({ listHeads, keepHeads, thinHeads, now }: Deps) {
  let changedSince: string | null = null;
  return async (signal: AbortSignal): Promise<void> => {
    const begun = now().getTime();
    let after: string | undefined;
    do {
      const since = changedSince === null ? {} : { changedSince };
      const heads = await listHeads(
        { ...(after !== undefined && { after }), ...since, limit: PAGE },
        signal,
      );
      await keepHeads(heads.filter(({ seq, erasedAt }) => seq > 0 && erasedAt === null));
      after = heads.length === PAGE ? heads.at(-1)?.workspaceId : undefined;
    } while (after !== undefined);
    changedSince = new Date(begun - OVERLAP_MS).toISOString();
    await thinHeads();
  };
}
