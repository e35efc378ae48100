import { escapeIdentifier, escapeLiteral } from 'pg';

/** The part of a client of `pg` that is needed here. */
export interface DatabaseAdmin {
  query(sql: string): Promise<unknown>;
}

/** How a service gets at its data. */
export interface ServiceRole {
  /** Of the role. */
  readonly name: string;
  readonly password: string;
  /** The service's own; it owns it. */
  readonly schema: string;
}

/**
 * Makes, in the database of the connection, a role and a schema for each service and the extensions
 * they share. A role gets at nothing but its own schema and the functions of `extensions`. Repeating
 * it changes nothing but the passwords, which become those given.
 *
 * The admin need not be a superuser: the owner of the database will do who may create roles.
 *
 * @throws DatabaseError of PostgreSQL where it may not, or an extension stands elsewhere.
 */
export async function provisionDatabase(
  admin: DatabaseAdmin,
  roles: readonly ServiceRole[],
): Promise<void> {
  const sql = [
    // Another start may be making the same at this moment.
    `SELECT pg_advisory_xact_lock(${PROVISIONING_LOCK})`,
    inBlock(`EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());`),
    'REVOKE ALL ON SCHEMA public FROM PUBLIC',
    `CREATE SCHEMA IF NOT EXISTS ${EXTENSION_SCHEMA}`,
    ...['pg_trgm', 'btree_gin'].flatMap(provisionExtension),
    ...roles.flatMap(provisionRole),
  ];
  // One simple query is one transaction: all of it or nothing.
  await admin.query(sql.join(';\n'));
}

// Any number will do that nobody else locks.
const PROVISIONING_LOCK = 7_204_531;
// Stands in the search path of every service.
const EXTENSION_SCHEMA = 'extensions';

function provisionExtension(name: string): string[] {
  const literal = escapeLiteral(name);
  return [
    `CREATE EXTENSION IF NOT EXISTS ${name} SCHEMA ${EXTENSION_SCHEMA}`,
    inBlock(`IF NOT EXISTS (SELECT FROM pg_extension WHERE extname = ${literal}
        AND extnamespace = '${EXTENSION_SCHEMA}'::regnamespace) THEN
      RAISE EXCEPTION 'the extension ${name} stands in another schema'
        USING HINT = 'Move it: ALTER EXTENSION ${name} SET SCHEMA ${EXTENSION_SCHEMA}';
    END IF;`),
  ];
}

function provisionRole({ name, password, schema }: ServiceRole): string[] {
  const role = escapeIdentifier(name);
  const owned = escapeIdentifier(schema);
  return [
    inBlock(`IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = ${escapeLiteral(name)}) THEN
      CREATE ROLE ${role};
    END IF;`),
    `ALTER ROLE ${role} LOGIN PASSWORD ${escapeLiteral(password)}`,
    inBlock(`EXECUTE format('GRANT CONNECT, TEMPORARY ON DATABASE %I TO %I',
      current_database(), ${escapeLiteral(name)});`),
    inBlock(`IF NOT EXISTS (SELECT FROM pg_namespace WHERE nspname = ${escapeLiteral(schema)}) THEN
      -- Nobody but a superuser may give to a role that it is no member of.
      IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
        GRANT ${role} TO CURRENT_USER;
      END IF;
      CREATE SCHEMA ${owned} AUTHORIZATION ${role};
    END IF;`),
    `GRANT USAGE ON SCHEMA ${EXTENSION_SCHEMA} TO ${role}`,
  ];
}

/** In quotes that nothing in it can end: no name may stand here that has them. */
function inBlock(statements: string): string {
  if (statements.includes(BLOCK_QUOTE)) throw new Error(`No name may contain ${BLOCK_QUOTE}`);
  return `DO ${BLOCK_QUOTE} BEGIN ${statements} END ${BLOCK_QUOTE}`;
}

const BLOCK_QUOTE = '$provision$';
