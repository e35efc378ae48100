/** A statement; with a name it is prepared once a connection. */
export interface SqlStatement {
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
}

export interface SqlResult<R> {
  readonly rows: R[];
  readonly rowCount: number | null;
}

/** Runs SQL: on any connection (a database) or on that of a transaction. */
export interface SqlClient {
  query<R>(statement: string | SqlStatement, values?: unknown[]): Promise<SqlResult<R>>;
}

/** Runs SQL on the one connection of a transaction. What needs one cannot be given the database instead. */
export interface Transaction extends SqlClient {
  readonly isTransaction: true;
}

/** How the connections of a pool are used at this moment. */
export interface PoolUsage {
  /** How many it may open. */
  readonly max: number;
  readonly inUse: number;
  readonly idle: number;
  /** Statements and transactions that wait for one. */
  readonly waiting: number;
}

export interface Database extends SqlClient {
  /**
   * Runs the work in a transaction: committed when it resolves, rolled back when it throws. The work
   * must not touch anything but the transaction that it is given.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  poolUsage(): PoolUsage;
  /** Until when the certificate is valid that the server showed last; null where it speaks without TLS. */
  certificateValidTo(): Date | null;
  /** Resolves when the server answers and writes. */
  ready(): Promise<void>;
  /**
   * Rejects while statements fail because the disk of the server is full. Only statements tell: where
   * none has failed lately, it resolves.
   */
  hasRoom(): Promise<void>;
  /** Waits for what runs and ends the connections. */
  close(): Promise<void>;
}
