import type { EmbeddedPostgres } from '@output-review/runtime';

/** Where the superuser of an embedded server reaches one of its databases. */
export function adminUrlOf(
  { host, port, superuser, password }: Omit<EmbeddedPostgres, 'stop'>,
  database = 'postgres',
): string {
  return `postgres://${superuser}:${encodeURIComponent(password)}@${host}:${port}/${database}`;
}
