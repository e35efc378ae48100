/** What stands in the place of an upload's key, which has its name in it, once that is forgotten. */
export const forgottenKey = (key: string): string =>
  `encode(sha256(convert_to(${key}, 'UTF8')), 'hex')`;

/** Whether a row of `uploads` is that of a key, forgotten or not. */
export const hasKey = (key: string): string => `uploads.key IN (${key}, ${forgottenKey(key)})`;
