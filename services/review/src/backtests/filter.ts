import { makeQueryReader, searchOutputs } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { parseQuery } from '@output-review/runtime';

import { readFilter, type SearchFilter } from '../search/search.pure.ts';

const readQuery = makeQueryReader(searchOutputs.query);
// A query that was copied from a page of the list: a backtest has an order of its own and no pages.
const NO_FILTERS = new Set(['sortBy', 'sortDir', 'page', 'limit', 'cursor', 'fields']);

// Who looks at an output, or is to decide it.
const MOMENTARY = new Set(['claimedBy', 'assignee']);

/** @throws AppError VALIDATION_FAILED where it is no query of a search. */
export function readFilterText(workspaceId: string, text: string): SearchFilter {
  const query = parseQuery(text.startsWith('?') ? text.slice(1) : text);
  const given = Object.entries(query.values).filter(([name]) => !NO_FILTERS.has(name));
  const reading = readQuery(Object.fromEntries(given));
  // They are others when the backtest gets to an output.
  const momentary = given.map(([name]) => name).filter((name) => MOMENTARY.has(name));
  const ignored = [...reading.ignored, ...momentary];
  // What a search passes over would make it another one than was meant.
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
  const told = Object.entries(faults).map(([name, fault]) => `${name}: ${fault}`);
  return new AppError('VALIDATION_FAILED', 'The filter is not valid.', {
    fields: { filter: told.join(' ') },
  });
}
