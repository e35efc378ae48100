/** In whose name another service is asked. */
export interface Caller {
  readonly assertion: string;
  readonly requestId: string;
}
