import type { FileData } from '@output-review/contracts';

/** The files of an output as they rest in its row: null for none. */
export function writeAttachments(files: readonly FileData[]): string | null {
  return files.length === 0 ? null : JSON.stringify(files);
}

export function readAttachments(text: string | null): FileData[] {
  return text === null ? [] : (JSON.parse(text) as FileData[]);
}
