import { leaveOutUndefined, readOneOf, readText } from '../../../app/address.ts';
import { readDay } from '../../../formats.ts';

/** Which outputs and labels the results are of, as the address says it. */
export type ResultsSearch = ReturnType<typeof readResultsSearch>;

export function readResultsSearch(given: Readonly<Record<string, unknown>>) {
  const project = readText(given['project']);
  // Days, `YYYY-MM-DD`. They are those of UTC, as the API counts them.
  const [from, to] = [readDay(given['from']), readDay(given['to'])];
  // The API refuses an end before the beginning.
  const isRange = from === undefined || to === undefined || from <= to;
  return leaveOutUndefined({
    project,
    task: project === undefined ? undefined : readText(given['task']),
    ...(isRange ? { from, to } : {}),
    // Also labels that were given in bulk or came with an import.
    labels: readOneOf(['all'], given['labels']),
  });
}
