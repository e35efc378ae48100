import type { FileData } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

/** A file of an output, named by its key or its URL, and what it is to be called. */
export interface FileLabel {
  readonly key: string;
  /** Blank takes the label away; absent leaves it. */
  readonly label?: string;
}

/**
 * The files of an output with their new labels.
 *
 * @throws AppError VALIDATION_FAILED that names every one that is no file of this output.
 */
export function labelFiles(
  files: readonly FileData[],
  labels: readonly FileLabel[],
): readonly FileData[] {
  const labelled = new Map(files.map((file) => [file.key, file]));
  const fields: Record<string, string> = {};
  for (const [index, { key, label }] of labels.entries()) {
    const file = labelled.get(fileKeyOf(key));
    if (!file) fields[`attachments.${index}.key`] = 'Must be a file of this output.';
    else if (label !== undefined) {
      labelled.set(file.key, { ...file, label: label.trim() === '' ? null : label });
    }
  }
  if (Object.keys(fields).length > 0) {
    throw new AppError('VALIDATION_FAILED', 'The output has no such file.', { fields });
  }
  return [...labelled.values()];
}

const PATH = '/api/media/';

/**
 * The key in a key, a path or a URL. Which host a URL names says nothing here: only files of the one
 * output are looked for.
 */
function fileKeyOf(text: string): string {
  const start = text.indexOf(PATH);
  if (start === -1) return text;
  const [rest = ''] = text.slice(start + PATH.length).split(/[?#]/, 1);
  try {
    return decodeURIComponent(rest);
  } catch {
    return rest;
  }
}
