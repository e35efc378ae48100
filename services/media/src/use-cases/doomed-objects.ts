/** Objects that nobody needs any more, until they are removed from the store. */
export interface DoomedObjects {
  add(objectKeys: readonly string[], at: Date): Promise<void>;
  /** Some of them, oldest first. */
  list(limit: number): Promise<string[]>;
  /** They are gone. */
  forget(objectKeys: readonly string[]): Promise<void>;
}
