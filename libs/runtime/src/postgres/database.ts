/** A statement. A named one is prepared once per connection. */
export interface SqlStatement {
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
}

export interface SqlResult<R> {
  readonly rows: R[];
  readonly rowCount: number | null;
}

/** Runs SQL on any connection (a database) or on the connection of a transaction. */
export interface SqlClient {
  query<R>(statement: string | SqlStatement, values?: unknown[]): Promise<SqlResult<R>>;
}

/**
 * Runs SQL on the connection of a transaction. The type prevents passing the database where a transaction is required.
 */
export interface Transaction extends SqlClient {
  readonly isTransaction: true;
}

/** The current usage of a connection pool. */
export interface PoolUsage {
  /** The maximum number of connections. */
  readonly max: number;
  readonly inUse: number;
  readonly idle: number;
  /** Statements and transactions that wait for a connection. */
  readonly waiting: number;
}

export interface Database extends SqlClient {
  /**
   * Runs the work in a transaction: committed when it resolves, rolled back when it throws. The work must use only the
   * given transaction.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  poolUsage(): PoolUsage;
  /** Expiry of the server's last seen certificate, or null without TLS. */
  certificateValidTo(): Date | null;
  /** Resolves when the server answers and is writable. */
  ready(): Promise<void>;
  /**
   * Rejects while statements fail because the server's disk is full. Only statements detect this: it resolves if none
   * has failed recently.
   */
  hasRoom(): Promise<void>;
  /** Waits for running work and closes the connections. */
  close(): Promise<void>;
}
