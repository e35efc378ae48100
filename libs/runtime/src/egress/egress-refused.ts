/**
 * An address that we may not call. Its message names no address: what a name resolves to inside is
 * nobody's business outside.
 */
export class EgressRefused extends Error {
  override readonly name = 'EgressRefused';

  constructor() {
    super('This address may not be called');
  }

  /** Whether an error is one, or was caused by one. */
  static isCauseOf(error: unknown): boolean {
    for (let each = error; each instanceof Object; each = (each as { cause?: unknown }).cause) {
      if (each instanceof EgressRefused) return true;
    }
    return false;
  }
}
