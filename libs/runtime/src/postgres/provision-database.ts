import { escapeIdentifier, escapeLiteral } from 'pg';

/** The required part of a `pg` client. */
export interface DatabaseAdmin {
  query(sql: string): Promise<unknown>;
}

/** A service's access to its data. */
export interface ServiceRole {
  /** Name of the role. */
  readonly name: string;
  readonly password: string;
  /** The schema that the role owns. */
  readonly schema: string;
}

/**
 * Creates a role and a schema for each service, and the shared extensions, in the connected database. A role can access
 * only its own schema and the functions of `extensions`. Idempotent, except that passwords are set to the given ones.
 *
 * The admin need not be a superuser: the owner of the database with permission to create roles is enough.
 *
 * @throws DatabaseError of PostgreSQL if permissions are missing or an extension is in another schema.
 */
export async function provisionDatabase(
  admin: DatabaseAdmin,
  roles: readonly ServiceRole[],
): Promise<void> {
  const sql = [
    // Another start may do the same concurrently.
    `SELECT pg_advisory_xact_lock(${PROVISIONING_LOCK})`,
    inBlock(`EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());`),
    'REVOKE ALL ON SCHEMA public FROM PUBLIC',
    `CREATE SCHEMA IF NOT EXISTS ${EXTENSION_SCHEMA}`,
    ...['pg_trgm', 'btree_gin'].flatMap(provisionExtension),
    ...roles.flatMap(provisionRole),
  ];
  // A simple query is one transaction, so this is all or nothing.
  await admin.query(sql.join(';\n'));
}

// Any number that no other code locks.
const PROVISIONING_LOCK = 7_204_531;
// In the search path of every service.
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
      -- Only a superuser may transfer ownership to a role without being a member of it.
      IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
        GRANT ${role} TO CURRENT_USER;
      END IF;
      CREATE SCHEMA ${owned} AUTHORIZATION ${role};
    END IF;`),
    `GRANT USAGE ON SCHEMA ${EXTENSION_SCHEMA} TO ${role}`,
  ];
}

/** Quotes statements in a block. No name may contain the quote. */
function inBlock(statements: string): string {
  if (statements.includes(BLOCK_QUOTE)) throw new Error(`No name may contain ${BLOCK_QUOTE}`);
  return `DO ${BLOCK_QUOTE} BEGIN ${statements} END ${BLOCK_QUOTE}`;
}

const BLOCK_QUOTE = '$provision$';
