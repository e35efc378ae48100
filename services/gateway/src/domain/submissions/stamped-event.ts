import type { OutputsSubmitted } from '@output-review/contracts';

/**
 * An event but for the version of its instructions: where the caller named none it is the one that is
 * active when the submission is written, which only the statement that writes it can know.
 */
export type UnstampedEvent = Omit<OutputsSubmitted, 'instructionsVersion'>;

/** The version that a submission is stamped with; null where its task has no instructions. */
export type Stamp = OutputsSubmitted['instructionsVersion'];

export function stampedEvent(event: UnstampedEvent, stamp: Stamp): OutputsSubmitted {
  return { ...event, instructionsVersion: stamp };
}

/** The JSON of an event up to its stamp. */
export function openJson(event: UnstampedEvent): string {
  return `${JSON.stringify(event).slice(0, -1)},"instructionsVersion":`;
}

/** The JSON of a stamped event. */
export function closeJson(open: string, stamp: Stamp): string {
  return `${open}${stamp}}`;
}
