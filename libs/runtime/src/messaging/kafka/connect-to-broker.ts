import { connect, isIP, type Socket } from 'node:net';
import { connect as connectByTls, type ConnectionOptions } from 'node:tls';

export interface BrokerAddress {
  readonly host: string;
  readonly port: number;
  /** Without TLS it is not there, whatever kafkajs's type says. */
  readonly ssl: ConnectionOptions | null | undefined;
  readonly onConnect: () => void;
}

const KEEP_ALIVE_DELAY_MS = 60_000;

/**
 * Connects as kafkajs does by itself, but for the limit of listeners: a connection to a broker that went it
 * closes once for each request that looked for one, and each time adds a listener to it. They go with the
 * connection; Node would warn of a leak.
 */
export function connectToBroker({ host, port, ssl, onConnect }: BrokerAddress): Socket {
  const socket = ssl
    ? connectByTls({ host, port, ...(isIP(host) === 0 && { servername: host }), ...ssl }, onConnect)
    : connect({ host, port }, onConnect);
  socket.setKeepAlive(true, KEEP_ALIVE_DELAY_MS);
  socket.setMaxListeners(0);
  return socket;
}
