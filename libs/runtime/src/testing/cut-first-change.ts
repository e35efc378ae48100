import type { SqlClient } from '../postgres/database.ts';

/**
 * Cuts the connection of the next UPDATE of a table, once.
 *
 * @returns a function that returns the number of UPDATEs.
 */
export async function cutFirstChange(
  sql: Pick<SqlClient, 'query'>,
  table: string,
): Promise<() => Promise<number>> {
  // Sequences are not rolled back, so they count failed attempts too.
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
