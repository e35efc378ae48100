import { parse } from 'content-disposition';

/** What a server calls a file: by its Content-Disposition, else by the last part of the URL's path. */
export function nameOfAnswer(disposition: string | null, url: string): string {
  return nameOfDisposition(disposition) ?? nameOfPath(new URL(url).pathname);
}

function nameOfDisposition(disposition: string | null): string | null {
  if (disposition === null) return null;
  try {
    return parse(disposition).parameters['filename'] ?? null;
  } catch {
    return null;
  }
}

function nameOfPath(path: string): string {
  const last = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
