import type { EmbeddedPostgres } from '@output-review/runtime';

/** Where the superuser of an embedded server reaches one of its databases, the way that the services do. */
export function adminUrlOf(
  { host, socketDir, port, superuser, password }: Omit<EmbeddedPostgres, 'stop'>,
  database = 'postgres',
): string {
  const address = `${encodeURIComponent(socketDir ?? host)}:${port}`;
  return `postgres://${superuser}:${encodeURIComponent(password)}@${address}/${database}`;
}
