/**
 * What keeps a service from starting and a person can mend. Its message is all that is printed, so it
 * says what to do.
 */
export class StartFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartFault';
  }
}
