export interface ReadyLine {
  readonly service: string;
  /** The internal door. */
  readonly url: string;
  readonly publicUrl?: string;
  readonly pid: number;
}

/** The last line of a start. Programs wait for it. */
export function formatReadyLine({ service, url, publicUrl, pid }: ReadyLine): string {
  const line = { service, url, ...(publicUrl === undefined ? {} : { publicUrl }), pid };
  return `ready ${JSON.stringify(line)}`;
}
