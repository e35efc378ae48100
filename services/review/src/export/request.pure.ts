import {
  type exportOutputs,
  type ExportFormat,
  type ExportShape,
  parseInstant,
  type QueryOf,
  type WorkspacePrincipal,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { namingMe, readFilter, type SearchFilter } from '../search/search.pure.ts';

/** Where an export resumes: after the output with this ID. */
export interface AfterOutput {
  readonly id: string;
  /** As the caller sent it, null if it sent only the ID. */
  readonly timestamp: Date | null;
}

export interface ExportRequest {
  readonly filter: SearchFilter;
  readonly format: ExportFormat;
  readonly shape: ExportShape;
  readonly after: AfterOutput | null;
}

/** @throws AppError VALIDATION_FAILED with every error that the schema does not cover. */
export function readExportRequest(
  principal: WorkspacePrincipal,
  { format, shape, after: given, ...filters }: QueryOf<typeof exportOutputs>,
): ExportRequest {
  const { filter, faults } = readFilter(principal.workspaceId, namingMe(filters, principal));
  const after = given === undefined ? null : readAfter(given);
  const isMalformed = given !== undefined && after === null;
  const all = { ...faults, ...(isMalformed ? { after: AFTER_FAULT } : {}) };
  if (Object.keys(all).length > 0) throw exportFault(all);
  return { filter, format, shape, after };
}

const AFTER_FAULT =
  'Must be the timestamp and the ID of an output, separated by a comma, or its ID alone.';

/** @throws AppError if the output in `after` is not in the workspace or has another timestamp. */
export function requireSamePlace(after: AfterOutput, found: Date | null): Date {
  const { timestamp } = after;
  const isSame = timestamp === null || timestamp.getTime() === found?.getTime();
  if (found && isSame) return found;
  throw exportFault({ after: 'This workspace has no output with this ID and timestamp.' });
}

function exportFault(fields: Readonly<Record<string, string>>): AppError {
  return new AppError('VALIDATION_FAILED', 'The export is not valid.', { fields });
}

/** Null if invalid. IDs have no comma. */
export function readAfter(text: string): AfterOutput | null {
  const comma = text.indexOf(',');
  if (comma === -1) return { id: text, timestamp: null };
  const timestamp = parseInstant(text.slice(0, comma).trim());
  return timestamp && { id: text.slice(comma + 1).trim(), timestamp };
}
