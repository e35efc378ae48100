import { makeQueryReader, searchOutputs } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { parseQuery } from '@output-review/runtime';

import { readFilter, type SearchFilter } from '../search/search.pure.ts';

const readQuery = makeQueryReader(searchOutputs.query);
// Ignored in a query copied from the list: a backtest has its own order and no pages.
const NO_FILTERS = new Set(['sortBy', 'sortDir', 'page', 'limit', 'cursor', 'fields']);

// Who is looking at an output, or is assigned to it.
const MOMENTARY = new Set(['claimedBy', 'assignee']);

/** @throws AppError VALIDATION_FAILED if it is not a search query. */
export function readFilterText(workspaceId: string, text: string): SearchFilter {
  const query = parseQuery(text.startsWith('?') ? text.slice(1) : text);
  const given = Object.entries(query.values).filter(([name]) => !NO_FILTERS.has(name));
  const reading = readQuery(Object.fromEntries(given));
  // Their values may change before the backtest reaches an output.
  const momentary = given.map(([name]) => name).filter((name) => MOMENTARY.has(name));
  const ignored = [...reading.ignored, ...momentary];
  // Ignoring an unknown filter would select other outputs than intended.
  const unknown = ignored.map((name): [string, string] => [name, 'There is no such filter.']);
  const own = reading.ok ? {} : reading.faults;
  const faults = { ...query.faults, ...Object.fromEntries(unknown), ...own };
  if (!reading.ok || Object.keys(faults).length > 0) throw filterFault(faults);
  const { page: _page, limit: _limit, ...filters } = reading.value;
  const { filter, faults: others } = readFilter(workspaceId, filters);
  if (Object.keys(others).length > 0) throw filterFault(others);
  return filter;
}

function filterFault(faults: Readonly<Record<string, string>>): AppError {
  const messages = Object.entries(faults).map(([name, fault]) => `${name}: ${fault}`);
  return new AppError('VALIDATION_FAILED', 'The filter is not valid.', {
    fields: { filter: messages.join(' ') },
  });
}
