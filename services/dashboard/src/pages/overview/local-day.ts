/** The day of the reader's zone that a time lies in, as a field of the browser has it. */
export function dayOf(time: Date): string {
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 'yyyy-mm-dd'.length);
}

export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00`);
}

/** Its last millisecond. */
export function endOfDay(day: string): Date {
  return new Date(`${day}T23:59:59.999`);
}
