import type { SearchCase } from './measures/searching.ts';

const DAY_MS = 86_400_000;

/** One search a filter, and the pairs that people use, on the outputs that `seedReview` makes. */
export function searchCases(): readonly SearchCase[] {
  const from = new Date(Date.now() - 40 * DAY_MS - 3_600_000).toISOString();
  const to = new Date(Date.now() - 10 * DAY_MS).toISOString();
  return [
    { name: 'no filter', query: '' },
    { name: 'pending', query: 'pending=true' },
    { name: 'status pass', query: 'status=pass' },
    { name: 'status flagged', query: 'status=flagged' },
    { name: 'status error', query: 'status=error' },
    { name: 'project, large', query: 'project=Project%201' },
    { name: 'project, small', query: 'project=Project%2020' },
    { name: 'task', query: 'task=Task%203' },
    { name: 'sessionId', query: 'sessionId=session-4711' },
    { name: 'subjectId', query: 'subjectId=subject-4711' },
    { name: 'actorId', query: 'actorId=actor-17' },
    { name: 'a common tag', query: 'tags=tag-13' },
    { name: 'a rare tag', query: 'tags=group-29' },
    { name: 'two tags', query: 'tags=tag-13,group-29' },
    { name: 'from and to', query: `from=${from}&to=${to}` },
    { name: 'project and status', query: 'project=Project%203&status=flagged' },
    { name: 'project and dates', query: `project=Project%203&from=${from}&to=${to}` },
    { name: 'q, selective', query: 'q=session-471' },
    { name: 'q, broad', query: 'q=model-1', isBroad: true },
  ].map((each) => ({ ...each, query: `limit=50&${each.query}` }));
}
