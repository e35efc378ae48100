import type { FileData } from '@output-review/contracts';

import { beginningOf, type CutText, cutText, type JudgedMaterial } from './judged-material.ts';

/** How a judge sees a file: as text, as an image, or by its name only. */
export type Showing = 'text' | 'image' | 'name';

/** A file, how it is shown, and how many of its bytes that takes. */
export interface PlannedFile {
  readonly file: FileData;
  readonly showing: Showing;
  /** From the start of the file; 0 if it is shown by name. */
  readonly bytes: number;
  /** Why it is shown by name only, in words for the judge; null if it is shown. */
  readonly notShown: string | null;
}

/** A text that was only read up to some length. */
interface BegunText {
  readonly beginning: string;
  readonly bytesLeftOut: number;
}

type ReadText = string | CutText | BegunText;

/** A file as the prompt describes it. */
export interface ShownFile {
  readonly role: FileData['role'];
  readonly filename: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly label?: string;
  readonly text?: ReadText;
  /** Its position among the attached images, from 1. */
  readonly image?: number;
  readonly notShown?: string;
}

export interface JudgedImage {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** The files of an output as shown to judges. */
export interface JudgedFiles {
  readonly shown: readonly ShownFile[];
  readonly images: readonly JudgedImage[];
}

export const NO_JUDGED_FILES: JudgedFiles = { shown: [], images: [] };

// For all files together, in addition to the other texts that a judge sees. A character takes up to four bytes.
const TEXT_CHARS_MAX = 48_000;
const TEXT_BYTES_MAX = 4 * TEXT_CHARS_MAX;
const NO_ROOM_FOR_TEXT = 'There are more texts than are shown.';
const IMAGES_MAX = 4;
// The lowest limit of all vendors: Anthropic's 5 MB in base64.
const IMAGE_BYTES_MAX = 3_750_000;
// Images of concurrent calls are in memory at the same time.
const IMAGES_BYTES_MAX = 4_000_000;

const TEXT_TYPE = /^(?:text\/|application\/json$)/;
/** Source: the image types that the vision models of all providers accept. */
const IMAGE_TYPES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
]);

/** Decides how to show each file. Files made by the AI come first, until the limits are used up. */
export function planFiles(files: readonly FileData[]): readonly PlannedFile[] {
  let textBytes = TEXT_BYTES_MAX;
  let imageBytes = IMAGES_BYTES_MAX;
  let images = IMAGES_MAX;
  const outputsFirst = [...files].sort((a, b) => rankOf(a) - rankOf(b));
  return outputsFirst.map((file): PlannedFile => {
    const { contentType, sizeBytes } = file;
    if (TEXT_TYPE.test(contentType)) {
      const bytes = Math.min(sizeBytes, textBytes);
      textBytes -= bytes;
      if (bytes > 0) return { file, showing: 'text', bytes, notShown: null };
      return byName(file, NO_ROOM_FOR_TEXT);
    }
    if (!IMAGE_TYPES.has(contentType)) return byName(file, 'Files of this type are not shown.');
    if (sizeBytes > IMAGE_BYTES_MAX) return byName(file, 'The image is too large to be shown.');
    if (images === 0 || sizeBytes > imageBytes) {
      return byName(file, 'There are more images than are shown.');
    }
    images -= 1;
    imageBytes -= sizeBytes;
    return { file, showing: 'image', bytes: sizeBytes, notShown: null };
  });
}

/** Whether a judge sees more than the name of any file made by the AI. */
export function isAnyShown(files: readonly FileData[]): boolean {
  return planFiles(files).some(({ file, showing }) => file.role === 'output' && showing !== 'name');
}

/** Puts the loaded files into the form of the prompt. Null content means that the file is gone. */
export function judgedFilesOf(
  read: readonly (PlannedFile & { readonly content: Uint8Array | null })[],
): JudgedFiles {
  const images: JudgedImage[] = [];
  let charsLeft = TEXT_CHARS_MAX;
  const shown = read.map(({ file, showing, notShown, content }): ShownFile => {
    const named = nameFile(file);
    if (showing === 'name') return { ...named, notShown: notShown ?? '' };
    if (content === null) return { ...named, notShown: 'The file is not there any more.' };
    if (showing === 'text') {
      if (charsLeft === 0) return { ...named, notShown: NO_ROOM_FOR_TEXT };
      const text = readText(content, file.sizeBytes, charsLeft);
      charsLeft -= lengthOf(text);
      return { ...named, text };
    }
    images.push({ contentType: file.contentType, bytes: content });
    return { ...named, image: images.length };
  });
  return { shown, images };
}

/** For a model that accepts no images. */
export function withoutImages({ shown }: JudgedFiles): JudgedFiles {
  const words = shown.map(({ image, ...file }) =>
    image === undefined ? file : { ...file, notShown: 'The model that judges takes no images.' },
  );
  return { shown: words, images: [] };
}

/** Whether a judge sees anything that the AI made. Without that, its verdict is worthless. */
export function hasSomethingToJudge(
  { output, action }: JudgedMaterial,
  { shown }: JudgedFiles,
): boolean {
  if (output !== undefined || action !== undefined) return true;
  return shown.some(
    ({ role, text, image }) => role === 'output' && (text !== undefined || image !== undefined),
  );
}

function rankOf({ role }: FileData): number {
  return role === 'output' ? 0 : 1;
}

function byName(file: FileData, notShown: string): PlannedFile {
  return { file, showing: 'name', bytes: 0, notShown };
}

function nameFile({ role, filename, contentType, sizeBytes, label }: FileData): ShownFile {
  return { role, filename, contentType, sizeBytes, ...(label === null ? {} : { label }) };
}

function readText(content: Uint8Array, sizeBytes: number, charsMax: number): ReadText {
  const isWhole = content.byteLength >= sizeBytes;
  // A partial read may end within a character.
  const text = new TextDecoder().decode(content, { stream: !isWhole });
  if (isWhole) return cutText(text, charsMax);
  const beginning = beginningOf(text, charsMax);
  const bytesCut = Buffer.byteLength(text.slice(beginning.length));
  return { beginning, bytesLeftOut: sizeBytes - content.byteLength + bytesCut };
}

function lengthOf(text: ReadText): number {
  if (typeof text === 'string') return text.length;
  return text.beginning.length + ('end' in text ? text.end.length : 0);
}
