import { leaveOutUndefined, readOneOf, readText } from '../../../app/address.ts';
import { readDay } from '../../../formats.ts';

/** The search params of the results page. */
export type ResultsSearch = ReturnType<typeof readResultsSearch>;

export function readResultsSearch(given: Readonly<Record<string, unknown>>) {
  const project = readText(given['project']);
  // Days as `YYYY-MM-DD`, in UTC, as the API counts them.
  const [from, to] = [readDay(given['from']), readDay(given['to'])];
  // The API rejects an end before the start.
  const isRange = from === undefined || to === undefined || from <= to;
  return leaveOutUndefined({
    project,
    task: project === undefined ? undefined : readText(given['task']),
    ...(isRange ? { from, to } : {}),
    // Includes bulk and imported labels.
    labels: readOneOf(['all'], given['labels']),
  });
}
