import type { SearchFilters, SearchParams } from '../../outputs/search-params.ts';

/** The API query of a view. */
export function toQuery({ columns: _columns, view: _view, ...query }: SearchParams): SearchFilters {
  return query;
}

export const SHAPES = ['full', 'decisions', 'preference'] as const;
export const FORMATS = ['jsonl', 'csv'] as const;

/** The content and format of an export. */
export interface ExportChoice {
  readonly shape: (typeof SHAPES)[number];
  readonly format: (typeof FORMATS)[number];
}

/** The download URL for the outputs of a view; exports have their own order. */
export function exportPath(params: SearchParams, choice: ExportChoice): string {
  const { sortBy: _by, sortDir: _direction, ...filters } = toQuery(params);
  const query = Object.entries({ ...filters, ...choice }).map(([name, value]) => [
    name,
    String(value),
  ]);
  return `/api/logs/export?${new URLSearchParams(query).toString()}`;
}
