/** In whose name another service is asked. */
export interface Caller {
  readonly workspaceId: string;
  readonly assertion: string;
  readonly requestId: string;
}
