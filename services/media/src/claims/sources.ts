import type { FileReferenceData } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { base64Size, findBase64Fault } from '../content/base64.ts';
import { checkSize, fileFault, type MediaFile } from '../content/content.pure.ts';
import type { Context } from '../context.ts';
import { readKey } from '../links/links.pure.ts';
import {
  type ClaimKey,
  type FileFaults,
  type FileSource,
  NO_SUCH_FILE,
  type SourcedFile,
} from './claims.pure.ts';
import type { Caller } from './claims.ts';
import { findMedia, type WantedMedia } from './find-media.ts';

export interface References {
  readonly attachments: readonly FileReferenceData[];
  readonly outputAttachments: readonly FileReferenceData[];
}

export interface WantedFiles {
  readonly claim: ClaimKey;
  readonly references: References;
  readonly caller: Caller;
}

/** Resolves the source of each file of a submission. Invalid ones are added to `faults`. */
export async function sourceFiles(
  ctx: Context,
  wanted: WantedFiles,
  faults: FileFaults,
): Promise<SourcedFile[]> {
  const named = nameReferences(wanted.references);
  const sourced = await Promise.all(
    named.map(async ({ reference, ...file }): Promise<SourcedFile[]> => {
      try {
        const source = await sourceOf(ctx, reference, wanted);
        return [{ ...file, ...saidOf(reference), source }];
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

async function sourceOf(
  ctx: Context,
  reference: FileReferenceData,
  { claim: { workspaceId }, caller }: WantedFiles,
): Promise<FileSource> {
  switch (reference.source) {
    case 'upload':
      return base64Source(required(reference, 'data', 'the bytes of the file in base64'));
    case 'url':
      return { kind: 'url', url: required(reference, 'url', 'an https URL') };
    case 'uploaded':
      return { kind: 'upload', key: keyOf(ctx, reference) };
    case 'stored':
      return {
        kind: 'copy',
        file: await findCopied(ctx, { workspaceId, key: keyOf(ctx, reference) }, caller),
      };
  }
}

function required(
  reference: FileReferenceData,
  name: 'data' | 'url' | 'key',
  meaning: string,
): string {
  const value = reference[name];
  if (value !== undefined) return value;
  throw fileFault(`The source "${reference.source}" requires "${name}": ${meaning}.`);
}

function base64Source(data: string): FileSource {
  const fault = findBase64Fault(data);
  if (fault !== null) throw fileFault(fault);
  checkSize(base64Size(data));
  return { kind: 'base64', data };
}

function keyOf({ addresses }: Context, reference: FileReferenceData): string {
  const said = required(reference, 'key', 'the key of a file that was uploaded here');
  const key = readKey(said, addresses);
  if (key === null) throw fileFault(NO_SUCH_FILE);
  return key;
}

/** @throws AppError UNPROCESSABLE_ATTACHMENT if it cannot be copied; UPLOAD_CONSUMED; UNAVAILABLE. */
export async function findCopied(
  ctx: Context,
  wanted: WantedMedia,
  caller: Caller,
): Promise<MediaFile> {
  try {
    return await findMedia(ctx, wanted, caller);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'NOT_FOUND') throw fileFault(NO_SUCH_FILE);
    if (error.code === 'UPLOAD_CONSUMED') throw new AppError(error.code, CONSUMED_SOURCE);
    throw error;
  }
}

const CONSUMED_SOURCE =
  'An output already uses this upload. Use the key of the file in the attachments of that ' +
  'output.';
