import { LOOPBACK } from '../daemons/ports.ts';

/** The command line of the server, after `-D`. */
export function postgresArguments(port: number): string[] {
  const settings = { ...SETTINGS, listen_addresses: LOOPBACK, port };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

// The database of the embedded service has the same (libs/runtime, server-settings.ts, says why), so
// that what is measured on both can be compared. fsync is on: nobody switches it off.
const SETTINGS: Readonly<Record<string, string | number>> = {
  unix_socket_directories: '',
  // Pools of several replicas a service, and those of tests.
  max_connections: 300,
  shared_buffers: '128MB',
  huge_pages: 'off',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  max_worker_processes: 4,
  max_parallel_workers: 2,
  jit: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  wal_compression: 'on',
  wal_buffers: '16MB',
  max_wal_size: '1GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '15min',
  random_page_cost: 1.1,
  autovacuum_max_workers: 2,
  autovacuum_naptime: '10s',
  autovacuum_vacuum_cost_limit: 2000,
  autovacuum_vacuum_insert_scale_factor: 0.1,
  autovacuum_analyze_scale_factor: 0.05,
  // Failed statements are told to whoever sent them. Here they would only carry contents into a log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};
