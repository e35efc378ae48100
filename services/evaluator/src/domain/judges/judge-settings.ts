/** How judges are asked. */
export interface JudgeSettings {
  /** Calls at a time, of this process: so many of jobs, and so many besides of callers who wait. */
  readonly callsMax: number;
  /** One rule on one output, tries and pauses included. */
  readonly callMs: number;
  /** All judges of a caller who waits. */
  readonly inlineMs: number;
  /** What must be left of that for judges to be asked: with less they would only be asked to time out. */
  readonly inlineMsMin: number;
  /** How long an evaluation whose judges are away is tried again before it ends as an error. */
  readonly retryForMs: number;
  /** How long the calls under way may go on when the service stops. */
  readonly drainMs: number;
  /** From when a job was claimed, or its claim was renewed, until somebody else takes it over. */
  readonly leaseMs: number;
  /** How often claims are renewed. */
  readonly renewEveryMs: number;
}

export const DEFAULT_JUDGE_SETTINGS: JudgeSettings = {
  // A call waits; 16 of half a second are 32 outputs/s for hardly any work of ours.
  callsMax: 16,
  // Source: the interface. 20 s a call, 25 s for a sync submission whose gateway waits 28 s.
  callMs: 20_000,
  inlineMs: 25_000,
  inlineMsMin: 2_000,
  retryForMs: 10 * 60_000,
  // The services that stop together have 5 s in one process.
  drainMs: 2_000,
  // With the second until somebody looks, and the time until it is judged, within 20 s of a kill.
  leaseMs: 15_000,
  // Three renewals may fail.
  renewEveryMs: 4_000,
};

export function judgeSettingsOf(given: Partial<JudgeSettings>): JudgeSettings {
  return { ...DEFAULT_JUDGE_SETTINGS, ...given };
}
