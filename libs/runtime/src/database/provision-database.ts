/** The part of a client of `pg` that is needed here. */
export interface Superuser {
  query(sql: string): Promise<unknown>;
}

export interface ServiceRole {
  /** Name of the role and of its schema. */
  readonly name: string;
  readonly password: string;
}

/**
 * Makes, in the database of the connection, a role and a schema for each service and the extensions
 * they share. A role gets at nothing but its own schema and the functions of `extensions`. Repeating
 * it changes nothing but the passwords, which become those given.
 */
export async function provisionDatabase(
  superuser: Superuser,
  roles: readonly ServiceRole[],
): Promise<void> {
  const sql = [
    // Roles belong to the whole server: another start may be making them at this moment.
    `SELECT pg_advisory_xact_lock(${PROVISIONING_LOCK})`,
    `DO $$ BEGIN EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database()); END $$`,
    'REVOKE ALL ON SCHEMA public FROM PUBLIC',
    'CREATE SCHEMA IF NOT EXISTS extensions',
    'CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA extensions',
    'CREATE EXTENSION IF NOT EXISTS btree_gin SCHEMA extensions',
    ...roles.flatMap(provisionRole),
  ];
  // One simple query is one transaction: all of it or nothing.
  await superuser.query(sql.join(';\n'));
}

// Any number will do that nobody else locks.
const PROVISIONING_LOCK = 7_204_531;

function provisionRole({ name, password }: ServiceRole): string[] {
  const role = quoteIdentifier(name);
  const literal = quoteLiteral(name);
  return [
    `DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = ${literal}) THEN CREATE ROLE ${role}; END IF; END $$`,
    `ALTER ROLE ${role} LOGIN PASSWORD ${quoteLiteral(password)}`,
    `DO $$ BEGIN EXECUTE format('GRANT CONNECT, TEMPORARY ON DATABASE %I TO ${role}', current_database()); END $$`,
    `CREATE SCHEMA IF NOT EXISTS ${role} AUTHORIZATION ${role}`,
    `GRANT USAGE ON SCHEMA extensions TO ${role}`,
  ];
}

function quoteIdentifier(name: string): string {
  // It also stands inside quoted SQL above, so anything that would need escaping is refused.
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(`Not a role name: ${name}`);
  return `"${name}"`;
}

function quoteLiteral(text: string): string {
  if (!/^[\w.~-]+$/.test(text)) throw new Error('A password may hold letters, digits, . _ ~ and -');
  return `'${text}'`;
}
