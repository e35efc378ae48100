/** The caller went away before it was answered. Nobody is left to tell, and nothing is wrong. */
export class ClientHungUp extends Error {
  constructor() {
    super('The client closed the connection before the request was complete');
    this.name = 'ClientHungUp';
  }
}
