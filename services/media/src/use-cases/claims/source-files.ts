import type { FileReferenceData } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { base64Size, findBase64Fault } from '../../bytes/base64.ts';
import { checkSize } from '../../bytes/file-size.ts';
import type { MediaFile } from '../../domain/media-file.ts';
import type { FileFaults } from './file-faults.ts';
import type { FileSource, SourcedFile } from './file-source.ts';

export interface SourceFilesDeps {
  /** The key that a reference means, in any of its forms; null where it is none of ours. */
  readonly readKey: (reference: string) => string | null;
  /** A file of this workspace that can be read; throws NOT_FOUND or UPLOAD_CONSUMED. */
  readonly findMedia: (key: string) => Promise<MediaFile>;
}

export interface References {
  readonly attachments: readonly FileReferenceData[];
  readonly outputAttachments: readonly FileReferenceData[];
}

/** Finds where each file of a submission comes from; what cannot be is told to `faults`. */
export async function sourceFiles(
  deps: SourceFilesDeps,
  references: References,
  faults: FileFaults,
): Promise<SourcedFile[]> {
  const named = nameReferences(references);
  const sourced = await Promise.all(
    named.map(async ({ reference, ...file }): Promise<SourcedFile[]> => {
      try {
        return [{ ...file, ...saidOf(reference), source: await sourceOf(deps, reference) }];
      } catch (error) {
        faults.take(file.field, error);
        return [];
      }
    }),
  );
  return sourced.flat();
}

type NamedReference = Pick<SourcedFile, 'field' | 'role' | 'position'> & {
  readonly reference: FileReferenceData;
};

function nameReferences({ attachments, outputAttachments }: References): NamedReference[] {
  return [
    ...attachments.map((reference, index) => ({
      ...{ reference, role: 'input' as const, position: index },
      field: `attachments.${index}`,
    })),
    ...outputAttachments.map((reference, index) => ({
      ...{ reference, role: 'output' as const, position: attachments.length + index },
      field: `outputAttachments.${index}`,
    })),
  ];
}

function saidOf({ label, filename, contentType }: FileReferenceData) {
  return {
    label: label ?? null,
    hints: { filename: filename ?? null, contentType: contentType ?? null },
  };
}

async function sourceOf(deps: SourceFilesDeps, reference: FileReferenceData): Promise<FileSource> {
  switch (reference.source) {
    case 'upload':
      return base64Source(required(reference, 'data', 'the bytes of the file in base64'));
    case 'url':
      return { kind: 'url', url: required(reference, 'url', 'an https URL') };
    case 'uploaded':
      return { kind: 'upload', key: keyOf(deps, reference) };
    case 'stored':
      return copySource(deps, keyOf(deps, reference));
  }
}

function required(
  reference: FileReferenceData,
  name: 'data' | 'url' | 'key',
  meaning: string,
): string {
  const value = reference[name];
  if (value !== undefined) return value;
  throw unprocessable(`With the source "${reference.source}" it needs "${name}": ${meaning}.`);
}

function base64Source(data: string): FileSource {
  const fault = findBase64Fault(data);
  if (fault !== null) throw unprocessable(fault);
  checkSize(base64Size(data));
  return { kind: 'base64', data };
}

function keyOf({ readKey }: SourceFilesDeps, reference: FileReferenceData): string {
  const key = readKey(required(reference, 'key', 'the key of a file that was uploaded here'));
  if (key === null) throw unprocessable(NO_SUCH_FILE);
  return key;
}

async function copySource({ findMedia }: SourceFilesDeps, key: string): Promise<FileSource> {
  try {
    return { kind: 'copy', file: await findMedia(key) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'NOT_FOUND') throw unprocessable(NO_SUCH_FILE);
    if (error.code === 'UPLOAD_CONSUMED') throw unprocessable(CONSUMED_SOURCE);
    throw error;
  }
}

/** The same of a key that is not there and of one of another workspace. */
export const NO_SUCH_FILE =
  'There is no such file. Use the key of an upload, or of a file of an output that you can read.';
const CONSUMED_SOURCE =
  'An output has this upload already. Use the key that the file has in the attachments of that output.';

function unprocessable(sentence: string): AppError {
  return new AppError('UNPROCESSABLE_ATTACHMENT', sentence);
}
