import type { SqlClient } from '../postgres/database.ts';

/**
 * Cuts the connection of the first UPDATE of a table from now on.
 *
 * @returns how many UPDATEs there were.
 */
export async function cutFirstChange(
  sql: Pick<SqlClient, 'query'>,
  table: string,
): Promise<() => Promise<number>> {
  // A sequence counts on where what has counted is rolled back.
  await sql.query(`CREATE SEQUENCE ${table}_changes`);
  await sql.query(
    `CREATE FUNCTION ${table}_cut() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
     BEGIN
       IF nextval('${table}_changes') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
       RETURN NULL;
     END $$`,
  );
  await sql.query(
    `CREATE TRIGGER cut BEFORE UPDATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION ${table}_cut()`,
  );
  return async () => {
    const { rows } = await sql.query<{ n: number }>(
      `SELECT CASE WHEN is_called THEN last_value::int ELSE 0 END AS n FROM ${table}_changes`,
    );
    return rows[0]?.n ?? 0;
  };
}
