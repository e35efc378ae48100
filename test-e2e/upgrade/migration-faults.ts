import { parse } from 'libpg-query';

interface Migration {
  readonly name?: string;
  /** Whether it runs in a transaction; true by default. */
  readonly transaction?: boolean;
  /** Tables and columns (`outputs.tags`) that the previous release no longer reads. */
  readonly unread?: readonly string[];
  up(runner: { query(sql: string): Promise<unknown> }): Promise<void>;
}
/** A node of the syntax tree of PostgreSQL's own parser. */
type Node = Readonly<Record<string, unknown>>;

/** Finds statements that a migration must not run on existing tables while the previous release is still running. */
export async function findMigrationFaults(type: new () => Migration): Promise<string[]> {
  const migration = new type();
  const made = new Set<string>();
  const faults: string[] = [];
  for (const sql of await statementsOf(migration)) {
    const { stmts = [] } = (await parse(sql)) as { stmts?: { stmt: Node }[] };
    for (const [kind, statement] of stmts.flatMap(({ stmt }) => partsOf(stmt))) {
      const table = tableOf(statement);
      const isCreation = kind === 'CreateStmt' || kind === 'CreateTableAsStmt';
      // IF NOT EXISTS may find an existing table.
      if (isCreation && statement['if_not_exists'] !== true) made.add(table);
      else if (!made.has(table)) faults.push(...faultsOf(kind, statement, migration));
    }
  }
  return faults.map((fault) => `${migration.name ?? type.name}: ${fault}`);
}

/** A statement with the statements in its WITH clause or its query, by kind. */
function partsOf(stmt: Node): [kind: string, statement: Node][] {
  const [[kind, statement] = ['', {}]] = Object.entries(stmt) as [string, Node][];
  const { query, withClause } = statement as {
    readonly query?: Node;
    readonly withClause?: { readonly ctes: { CommonTableExpr: { ctequery: Node } }[] };
  };
  const inner = (withClause?.ctes ?? []).map(({ CommonTableExpr: { ctequery } }) => ctequery);
  if (query) inner.push(query);
  return [...inner.flatMap(partsOf), [kind, statement]];
}

async function statementsOf(migration: Migration): Promise<string[]> {
  const statements: string[] = [];
  const query = (sql: string) => {
    statements.push(sql);
    return Promise.resolve([]);
  };
  await migration.up({ query });
  return statements;
}

function tableOf({ relation, into }: Node): string {
  const found = relation ?? (into as Node | undefined)?.['rel'];
  return textOf((found as Node | undefined)?.['relname']);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function faultsOf(kind: string, statement: Node, migration: Migration): string[] {
  const table = tableOf(statement);
  switch (kind) {
    case 'AlterTableStmt': {
      const commands = statement['cmds'] as { AlterTableCmd: Node }[];
      return commands.flatMap(({ AlterTableCmd: command }) =>
        alterationFaults(table, command, migration),
      );
    }
    case 'IndexStmt':
      if (statement['concurrent'] !== true) return [`an index on ${table} locks it: CONCURRENTLY`];
      if (migration.transaction !== false) {
        return [`CONCURRENTLY on ${table} needs \`readonly transaction = false\``];
      }
      if (statement['if_not_exists'] !== true) return [];
      return [`IF NOT EXISTS on ${table} takes an index that was cut off: DROP INDEX it before`];
    case 'GrantStmt':
      if (statement['is_grant'] === true) return [];
      return ['REVOKE: the release before may need the privilege'];
    case 'DropStmt':
      return dropFaults(statement, migration);
    case 'RenameStmt':
    case 'AlterObjectSchemaStmt':
      return [`renaming or moving in ${table}: the release before knows the former name`];
    case 'UpdateStmt':
    case 'DeleteStmt':
    case 'MergeStmt':
      return [
        `changing the rows of ${table} locks them until all are done: a job does it in parts`,
      ];
    default:
      return kind in REFUSED ? [REFUSED[kind] ?? ''] : [];
  }
}

function dropFaults(statement: Node, { unread = [] }: Migration): string[] {
  const { removeType, concurrent, objects } = statement;
  if (removeType === 'OBJECT_INDEX' && concurrent === true) return [];
  const names = [...JSON.stringify(objects).matchAll(/"sval":"([^"]+)"/g)].map(([, name]) => name);
  const isUnread = names.every((name) => name !== undefined && unread.includes(name));
  if (removeType === 'OBJECT_TABLE' && isUnread) return [];
  return [`dropping ${names.join(', ')}: the release before may still use it`];
}

const REFUSED: Readonly<Record<string, string>> = {
  TruncateStmt: 'TRUNCATE: the release before may still read the rows',
  LockStmt: 'LOCK TABLE keeps everybody else out',
  ReindexStmt: 'REINDEX locks the table',
  RepackStmt: 'rewriting a table locks it',
  ClusterStmt: 'CLUSTER locks the table',
  VacuumStmt: 'VACUUM FULL locks the table, and autovacuum does the rest',
  DoStmt: 'a DO block cannot be looked into: write its statements out',
};

function alterationFaults(table: string, command: Node, { unread = [] }: Migration): string[] {
  const { subtype, name, def } = command;
  const column = `${table}.${textOf(name)}`;
  const definition = (def ?? {}) as { readonly ColumnDef?: Node; readonly Constraint?: Node };
  switch (subtype) {
    case 'AT_AddColumn':
      return columnFaults(table, definition.ColumnDef ?? {});
    case 'AT_AddConstraint':
      return constraintFaults(table, definition.Constraint ?? {});
    case 'AT_DropColumn':
      if (unread.includes(column)) return [];
      return [`dropping ${column}: the release before may still read it`];
    case 'AT_AlterColumnType':
      return [`another type of ${column} rewrites the table: add a column`];
    case 'AT_SetNotNull':
      return [
        `NOT NULL of ${column} reads all rows under a lock, and the release before may write nulls`,
      ];
    case 'AT_DropConstraint':
      // Its statements may rely on a key: ON CONFLICT. They keep to a CHECK or a foreign key also without it.
      if (/_(check|fkey)$/.test(textOf(name))) return [];
      return [
        `dropping ${textOf(name)} of ${table}: an ON CONFLICT of the release before may need it; ` +
          'the name of a CHECK ends in _check, that of a foreign key in _fkey',
      ];
    case 'AT_ColumnDefault':
      if (def !== undefined) return [];
      return [`the release before may insert without ${column}, which has no default any more`];
    case 'AT_SetTableSpace':
    case 'AT_SetLogged':
    case 'AT_SetUnLogged':
    case 'AT_SetAccessMethod':
    case 'AT_AttachPartition':
      return [`${subtype} of ${table} rewrites or reads it under a lock`];
    default:
      return [];
  }
}

const SERIAL = /"sval":"(?:small|big)?serial\d?"/;

function columnFaults(table: string, column: Node): string[] {
  const place = `${table}.${String(column['colname'])}`;
  const constraints = ((column['constraints'] ?? []) as { Constraint: Node }[]).map(
    ({ Constraint }) => Constraint,
  );
  const byType = new Map(constraints.map((each) => [String(each['contype']), each]));
  const value = byType.get('CONSTR_DEFAULT')?.['raw_expr'];
  const faults: string[] = [];
  if (byType.has('CONSTR_NOTNULL') && value === undefined) {
    faults.push(`${place} is NOT NULL without a default: the release before does not write it`);
  }
  const isSerial = SERIAL.test(JSON.stringify(column['typeName']));
  if (isSerial || JSON.stringify(value ?? {}).includes('"FuncCall"')) {
    faults.push(`the default of ${place} is computed for each row: a constant is not`);
  }
  for (const type of ['CONSTR_GENERATED', 'CONSTR_IDENTITY', 'CONSTR_UNIQUE', 'CONSTR_PRIMARY']) {
    if (byType.has(type)) faults.push(`${place} with ${type} is made for all rows under a lock`);
  }
  for (const type of ['CONSTR_CHECK', 'CONSTR_FOREIGN']) {
    if (byType.has(type)) faults.push(`${place} with ${type} checks all rows: add it as NOT VALID`);
  }
  return faults;
}

function constraintFaults(table: string, constraint: Node): string[] {
  const { contype, conname, indexname, skip_validation: isNotValid } = constraint;
  const place = `${String(conname ?? contype)} of ${table}`;
  const isByIndex = /^CONSTR_(PRIMARY|UNIQUE|EXCLUSION)$/.test(String(contype));
  if (isByIndex && indexname === undefined) return [`${place} builds an index: USING INDEX`];
  return isByIndex || isNotValid === true ? [] : [`${place} checks all rows: NOT VALID first`];
}
