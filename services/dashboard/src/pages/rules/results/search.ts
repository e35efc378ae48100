import { leaveOutUndefined, readOneOf, readText } from '../../../app/address.ts';
import { readDay } from '../../../formats.ts';

/** Which outputs and labels the results are of, as the address says it. */
export interface ResultsSearch {
  readonly project?: string;
  readonly task?: string;
  /** Days, `YYYY-MM-DD`. They are those of UTC, as the API counts them. */
  readonly from?: string;
  readonly to?: string;
  /** Also labels that were given in bulk or came with an import. */
  readonly labels?: 'all';
}

export function readResultsSearch(given: Readonly<Record<string, unknown>>): ResultsSearch {
  const project = readText(given['project']);
  const [from, to] = [readDay(given['from']), readDay(given['to'])];
  // The API refuses an end before the beginning.
  const isRange = from === undefined || to === undefined || from <= to;
  return leaveOutUndefined({
    project,
    task: project === undefined ? undefined : readText(given['task']),
    ...(isRange ? { from, to } : {}),
    labels: readOneOf(['all'], given['labels']),
  });
}
