// As the API takes it: 256 KiB.
const TEXT_BYTES_MAX = 262_144;

/** Whether a text is longer than instructions may be. */
export function isTextTooLong(text: string): boolean {
  return new TextEncoder().encode(text).length > TEXT_BYTES_MAX;
}
