import nock from 'nock';

/** From now on, calls only reach `nock` mocks, or the one host that is named. */
export function cutNetwork(reachable?: string): void {
  // An earlier test file in this process has restored the network.
  if (!nock.isActive()) nock.activate();
  nock.disableNetConnect();
  if (reachable !== undefined) nock.enableNetConnect(reachable);
}

/** Restores the network. */
export function mendNetwork(): void {
  nock.enableNetConnect();
  nock.restore();
}
