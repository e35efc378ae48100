/** Stores a text in the browser, whose storage may be full. @returns whether it was stored. */
export function keepText(storage: Storage, key: string, text: string): boolean {
  try {
    storage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
