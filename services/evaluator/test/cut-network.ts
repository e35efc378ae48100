import nock from 'nock';

/** From here on a call reaches what `nock` was told of, or the one host that is named; nothing else. */
export function cutNetwork(reachable?: string): void {
  // A test file that ran before in this process has given it back.
  if (!nock.isActive()) nock.activate();
  nock.disableNetConnect();
  if (reachable !== undefined) nock.enableNetConnect(reachable);
}

/** Gives the network back. */
export function mendNetwork(): void {
  nock.enableNetConnect();
  nock.restore();
}
