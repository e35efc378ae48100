/** A time as a field of the browser has it: in the reader's zone, to the minute. */
export function toLocal(at: string): string {
  const date = new Date(at);
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}

/** What was typed there, as the API takes it. */
export function toUtc(local: string): string {
  return new Date(local).toISOString();
}
