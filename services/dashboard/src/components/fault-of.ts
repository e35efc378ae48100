import { ApiFailure } from '../api/client.ts';

/** What the API found wrong with a field; undefined where it found nothing. */
export function faultOf(error: Error | null, field: string): string | undefined {
  return error instanceof ApiFailure ? error.fields[field] : undefined;
}

/** A failure that no field of the form tells of; null where one does, or nothing failed. */
export function failureBeside(error: Error | null, fields: readonly string[]): Error | null {
  return fields.some((field) => faultOf(error, field) !== undefined) ? null : error;
}
