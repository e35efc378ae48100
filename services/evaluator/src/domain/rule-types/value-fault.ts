/** A value of a rule that cannot work. The message says what would be right. */
export class ValueFault extends Error {
  override readonly name = 'ValueFault';
}

/** The message of the fault that reading a value comes to; null where it can be read. */
export function faultOf(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof ValueFault) return error.message;
    throw error;
  }
}
