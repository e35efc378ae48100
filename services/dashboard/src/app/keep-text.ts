/** Keeps a text in the browser, which has room for so much. @returns whether it is kept. */
export function keepText(storage: Storage, key: string, text: string): boolean {
  try {
    storage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
