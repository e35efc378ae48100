import type { OutputsEvaluated, OutputsSubmitted, ReviewState } from '@output-review/contracts';

/** A submission that the gateway has accepted. */
export interface KnownSubmission {
  readonly id: string;
  /**
   * How much was published, as JSON; null once review has confirmed that it holds it, and after a
   * deletion.
   */
  readonly bodyBytes: number | null;
  readonly isDeleted: boolean;
}

/** What was accepted, as far as forwarding needs it. Ids that were never accepted are left out. */
export interface KnownSubmissions {
  find(workspaceId: string, ids: readonly string[]): Promise<readonly KnownSubmission[]>;
  /** What was published of these; those whose body is gone are left out. */
  readBodies(workspaceId: string, ids: readonly string[]): Promise<readonly OutputsSubmitted[]>;
  /** @returns those of them that have files. */
  markDeleted(workspaceId: string, ids: readonly string[]): Promise<readonly string[]>;
}

/** Outputs that review could not answer for, and why. */
export interface Gap {
  readonly workspaceId: string;
  readonly ids: readonly string[];
  readonly state: Exclude<ReviewState, 'deleted'>;
  readonly requestId: string;
}

interface Deps {
  readonly known: Pick<KnownSubmissions, 'find' | 'readBodies'>;
  /** Empty also where the evaluator cannot be asked: what was accepted can be read without it. */
  readonly lookUpEvaluations: (gap: Gap) => Promise<readonly OutputsEvaluated[]>;
  readonly apply: (
    events: {
      readonly submissions: readonly OutputsSubmitted[];
      readonly evaluations: readonly OutputsEvaluated[];
    },
    gap: Gap,
  ) => Promise<void>;
}

// A call between services takes 16 MB; evaluations need room beside the bodies, and so does the
// memory of both sides.
const APPLIED_BYTES_MAX = 4_000_000;
const IDS_PER_CALL = 100;

/**
 * Hands review the events that it lags behind with, so that whatever was answered to a submitter can
 * be read and changed at once.
 *
 * @returns whether there was anything to hand over.
 */
export const makeCatchUp =
  (deps: Deps) =>
  async (gap: Gap): Promise<boolean> => {
    let isHandedOver = false;
    for (let start = 0; start < gap.ids.length; start += IDS_PER_CALL) {
      const part = { ...gap, ids: gap.ids.slice(start, start + IDS_PER_CALL) };
      isHandedOver = (await handOver(deps, part)) || isHandedOver;
    }
    return isHandedOver;
  };

async function handOver({ known, lookUpEvaluations, apply }: Deps, gap: Gap): Promise<boolean> {
  if (gap.state === 'not-applied') {
    const evaluations = await lookUpEvaluations(gap);
    if (evaluations.length === 0) return false;
    await apply({ submissions: [], evaluations }, gap);
    return true;
  }
  const live = (await known.find(gap.workspaceId, gap.ids)).filter(({ isDeleted }) => !isDeleted);
  if (live.length === 0) return false;
  const evaluations = await lookUpEvaluations({ ...gap, ids: live.map(({ id }) => id) });
  for (const group of groupBySize(live)) {
    // A body that has gone by now is held by review, or deleted.
    const submissions = await known.readBodies(gap.workspaceId, group);
    await apply({ submissions, evaluations: resultsOf(evaluations, group) }, gap);
  }
  const rest = live.flatMap(({ id, bodyBytes }) => (bodyBytes === null ? [id] : []));
  const restResults = resultsOf(evaluations, rest);
  if (restResults.length > 0) await apply({ submissions: [], evaluations: restResults }, gap);
  return true;
}

function resultsOf(
  evaluations: readonly OutputsEvaluated[],
  outputIds: readonly string[],
): readonly OutputsEvaluated[] {
  const ids = new Set(outputIds);
  return evaluations.filter(({ id }) => ids.has(id));
}

/** The ids of those that have a body, so that no group but one of a single body is too large. */
function groupBySize(known: readonly KnownSubmission[]): readonly string[][] {
  const groups: string[][] = [];
  let room = 0;
  for (const { id, bodyBytes } of known) {
    if (bodyBytes === null) continue;
    const group = groups.at(-1);
    const fits = group !== undefined && bodyBytes <= room;
    if (fits) group.push(id);
    else groups.push([id]);
    room = (fits ? room : APPLIED_BYTES_MAX) - bodyBytes;
  }
  return groups;
}
