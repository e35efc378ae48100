import type { ClaimsInHand } from './claims-in-hand.ts';
import type { Claim, ClaimRequest } from './judge-jobs.ts';
import type { RunLimits } from './run-job.ts';

export interface TakeJobsDeps<Job extends Claim> {
  readonly jobs: { readonly claim: (request: ClaimRequest) => Promise<Job[]> };
  /** Of these jobs alone. */
  readonly inHand: ClaimsInHand;
  readonly runJob: (job: Job, limits: RunLimits) => Promise<unknown>;
  readonly callsMax: number;
  /** Told of a job that an outage cut short; its lease ends by itself. */
  readonly onFailed: (error: unknown, job: Job) => void;
  /** Told when there is room for another. */
  readonly onEnded: () => void;
}

// Of the calls that are made at a time. So many jobs more are in hand, ready to be asked about: else a
// place would stand empty while one result is written and the next job is read.
const AHEAD = 1 / 4;

/**
 * Claims as many jobs as there are calls to make at a time, and some ahead; each has at least one call.
 * When all places are taken, workspaces that have none still get theirs: a workspace whose outputs ask
 * many judges must not keep another waiting for longer than one call.
 */
export const makeTakeJobs =
  <Job extends Claim>({ jobs, inHand, runJob, callsMax, onFailed, onEnded }: TakeJobsDeps<Job>) =>
  async (): Promise<void> => {
    const request = nextRequest(inHand.backgroundWorkspaces(), callsMax);
    if (request.limit === 0) return;
    const claimed = await jobs.claim(request);
    for (const job of claimed) {
      inHand
        .during({ claim: job, isBackground: true }, (signal) =>
          runJob(job, { endsAtMs: null, signal }),
        )
        .catch((error: unknown) => {
          onFailed(error, job);
        })
        .finally(onEnded);
    }
  };

function nextRequest(busy: readonly string[], callsMax: number): ClaimRequest {
  const free = callsMax + Math.floor(callsMax * AHEAD) - busy.length;
  if (free > 0) return { limit: free, except: [] };
  return { limit: Math.max(0, 2 * callsMax - busy.length), except: [...new Set(busy)] };
}
