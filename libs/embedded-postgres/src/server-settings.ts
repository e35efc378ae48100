/** PostgreSQL settings by name. Given settings override ours. */
export type ServerSettings = Readonly<Record<string, string | number>>;

export interface ServerOptions {
  readonly port: number;
  readonly isDurable: boolean;
  readonly settings?: ServerSettings | undefined;
}

/**
 * The command line of the server. Settings live in the code, not in a file in the data folder that would become stale.
 */
export function serverArguments({ port, isDurable, settings }: ServerOptions): string[] {
  const all = {
    ...BASE,
    ...(isDurable ? {} : FOR_TESTS),
    ...settings,
    port,
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Settings shared by the servers of `npm start` and `npm run stack`, so that measurements on both are comparable. */
export const SHARED_SETTINGS: ServerSettings = {
  // Sized for a small machine that also runs Node. Only the touched pages of shared_buffers use memory; huge pages
  // would use all of it.
  shared_buffers: '128MB',
  huge_pages: 'off',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  max_worker_processes: 4,
  max_parallel_workers: 2,
  jit: 'off',

  // One server without replicas needs less WAL.
  wal_level: 'minimal',
  max_wal_senders: 0,

  // After a checkpoint each changed page is logged in full once, so checkpoints are rare. 1 GB limits the replay after
  // a kill to a few seconds. Full pages are not compressed: after a checkpoint, compression took a tenth of the machine
  // (pglz, since this build has no faster method), and writing them takes less.
  wal_compression: 'off',
  wal_buffers: '16MB',
  max_wal_size: '1GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '15min',
  random_page_cost: 1.1,

  // 10,000 rows/s are inserted, and as many outbox rows are inserted and deleted. Autovacuum therefore runs every few
  // seconds, and ten times faster than the default, which is meant for spinning disks.
  autovacuum_max_workers: 2,
  autovacuum_naptime: '10s',
  autovacuum_vacuum_cost_limit: 2000,
  autovacuum_vacuum_insert_scale_factor: 0.1,
  // Each ANALYZE samples 30,000 rows, which takes 0.8 s of a core for the five tables of a submission. Between runs the
  // planner estimates row counts from the table size; only the frequent values may be stale.
  autovacuum_analyze_scale_factor: 0.3,

  // Clients receive the errors of their statements. Here they would only copy content into a log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

/** Also used for the superuser, whose password is set when the cluster is created. */
export const PASSWORD_ITERATIONS = 1;

const BASE: ServerSettings = {
  ...SHARED_SETTINGS,
  listen_addresses: '127.0.0.1',
  // Relative to the data folder, where the server runs, so that the path is never too long for it.
  unix_socket_directories: '.',
  max_connections: 80,
  // Passwords are random, so slow hashing protects nothing and would cost each connection 8 ms of a core.
  scram_iterations: PASSWORD_ITERATIONS,
  // Three I/O workers, the default of PostgreSQL 18, use memory without speeding up cached data.
  io_method: 'sync',
  // Disables the launcher for logical replication.
  max_logical_replication_workers: 0,
  autovacuum_worker_slots: 4,
  log_line_prefix: '',
};

const FOR_TESTS: ServerSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  // By default a connection plans a statement five times before it keeps a plan, and tests rarely run one more often.
  plan_cache_mode: 'force_generic_plan',
};
