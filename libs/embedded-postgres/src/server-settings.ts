/** Settings of PostgreSQL by their names there; what is given wins over ours. */
export type ServerSettings = Readonly<Record<string, string | number>>;

export interface ServerOptions {
  readonly port: number;
  readonly isDurable: boolean;
  readonly settings?: ServerSettings | undefined;
}

/** The command line of the server: settings live in the code, not in a file that ages with the data. */
export function serverArguments({ port, isDurable, settings }: ServerOptions): string[] {
  const all = {
    ...BASE,
    ...(isDurable ? {} : FOR_TESTS),
    ...settings,
    port,
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** What the servers of `npm start` and of `npm run stack` have alike, so that what is measured on both compares. */
export const SHARED_SETTINGS: ServerSettings = {
  // Memory: a small machine beside Node. Only touched pages of shared_buffers count; huge pages would
  // count whole.
  shared_buffers: '128MB',
  huge_pages: 'off',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  max_worker_processes: 4,
  max_parallel_workers: 2,
  jit: 'off',

  // One server, no replicas: less is written.
  wal_level: 'minimal',
  max_wal_senders: 0,

  // A checkpoint makes every page be logged whole once more, so they are rare; 1 GB bounds what is
  // replayed after a kill to some seconds. Such pages are not compressed: after a checkpoint that took
  // a tenth of the machine (pglz, since this build knows no faster method), and writing them takes less.
  wal_compression: 'off',
  wal_buffers: '16MB',
  max_wal_size: '1GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '15min',
  random_page_cost: 1.1,

  // 10,000 rows/s are inserted, and as many outbox rows come and go: dead rows are collected every
  // few seconds, and ten times faster than the default, which is made for spinning disks.
  autovacuum_max_workers: 2,
  autovacuum_naptime: '10s',
  autovacuum_vacuum_cost_limit: 2000,
  autovacuum_vacuum_insert_scale_factor: 0.1,
  // Each looks at 30,000 rows, which for the five tables of a submission takes a core 0.8 s. Rows are estimated by
  // the size of the table meanwhile; only what values are frequent may be outdated.
  autovacuum_analyze_scale_factor: 0.3,

  // Failed statements are told to whoever sent them. Here they would only carry contents into a log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

/** Also of the superuser, whose password comes with the cluster. */
export const PASSWORD_ITERATIONS = 1;

const BASE: ServerSettings = {
  ...SHARED_SETTINGS,
  listen_addresses: '127.0.0.1',
  // In the folder of the data, which the server runs in; so its path is never too long for it.
  unix_socket_directories: '.',
  max_connections: 80,
  // Passwords are random, so that slow hashing protects nothing; each connection would cost 8 ms of a core.
  scram_iterations: PASSWORD_ITERATIONS,
  // Three I/O workers of 18 cost memory without speeding up data that is cached.
  io_method: 'sync',
  // The launcher for replication does not run.
  max_logical_replication_workers: 0,
  autovacuum_worker_slots: 4,
  log_line_prefix: '',
};

const FOR_TESTS: ServerSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  // Each connection plans a statement anew five times before it keeps a plan, and those of a test hardly get further.
  plan_cache_mode: 'force_generic_plan',
};
