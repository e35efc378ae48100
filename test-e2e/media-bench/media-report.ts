const MB = 1_000_000;

/** Memory that crowds of files may take. Source: the rules for files. */
export const ABOVE_IDLE_BYTES_MAX = 250 * MB;

export interface Crowd {
  readonly what: string;
  /** Of all files together. */
  readonly bytes: number;
  readonly seconds: number;
  /** The most that the process had; null where it was not looked at. */
  readonly peak: number | null;
}

/** One line: how fast it was, and what memory it took above idle. */
export function describeCrowd({ what, bytes, seconds, peak }: Crowd, idle: number): string {
  const rate = `${Math.round(bytes / seconds / MB)} MB/s`;
  const took = `${Math.round(bytes / MB)} MB in ${seconds.toFixed(1)} s`;
  const line = `${what.padEnd(44)} ${rate.padStart(9)}   ${took}`;
  if (peak === null) return line;
  return `${line}, ${Math.round((peak - idle) / MB)} MB above idle`;
}

/** Whether no crowd took more memory than it may. */
export function keptFlat(crowds: readonly Crowd[], idle: number): boolean {
  return crowds.every(({ peak }) => peak === null || peak - idle < ABOVE_IDLE_BYTES_MAX);
}
