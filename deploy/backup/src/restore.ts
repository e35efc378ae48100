import { type ServiceName, SERVICES } from '@output-review/contracts';
import { Readable } from 'node:stream';

import { MIGRATIONS as EVALUATOR } from '@output-review/evaluator/migrations';
import { MIGRATIONS as GATEWAY } from '@output-review/gateway/migrations';
import { MIGRATIONS as INSTRUCTIONS } from '@output-review/instructions/migrations';
import { MIGRATIONS as MEDIA } from '@output-review/media/migrations';
import type { ObjectStore } from '@output-review/media/object-store';
import { MIGRATIONS as REVIEW } from '@output-review/review/migrations';
import { renumberEvents } from '@output-review/review/backup';
import { makeLogger, migrate, type MigrationClass } from '@output-review/runtime';

import { type Item, readItems, type VerifiedArchive } from './archive/archive-reader.ts';
import { ArchiveFault, type Manifest } from './archive/archive.ts';
import { connect, connectAll, type Connections, messageOf } from './database/connect.ts';
import { analyse, loadTable, removeSeeds, setSequences } from './database/load-schema.ts';
import { type DataKeys, fingerprintsOf, type NewPlace } from './places/place.ts';

const MIGRATIONS: Readonly<Record<ServiceName, readonly MigrationClass[]>> = {
  gateway: GATEWAY,
  evaluator: EVALUATOR,
  review: REVIEW,
  instructions: INSTRUCTIONS,
  media: MEDIA,
};

/**
 * Checks an archive against this program and the keys for the restored data.
 *
 * @throws ArchiveFault if they do not match.
 */
export function checkUsable({ keys, services, release }: Manifest, given: DataKeys): void {
  for (const service of SERVICES) {
    const known = new Set(MIGRATIONS[service].map(({ name }) => name));
    const unknown = services[service].migrations.filter((name) => !known.has(name));
    if (unknown.length === 0) continue;
    throw new ArchiveFault(
      `The archive was made by a newer release, ${release}: its schema ${service} has ${unknown.join(', ')}, ` +
        'which this release does not know. Restore it with that release or a later one. Nothing was changed.',
    );
  }
  const prints = fingerprintsOf(given);
  for (const [name, variable] of [
    ['encryption', 'ENCRYPTION_KEY'],
    ['audit', 'AUDIT_KEY'],
  ] as const) {
    if (prints[name] === keys[name]) continue;
    throw new ArchiveFault(
      `The ${name} key is not that of the archive. Give the key file, or ${variable}, that was in use at ` +
        'the time of the backup. Nothing was changed.',
    );
  }
}

/** The source of a restore. */
export interface Source {
  readonly path: string;
  readonly archive: VerifiedArchive;
  /** Aborts the restore with its reason. */
  readonly signal: AbortSignal;
}

/** Restores into an empty place. After a failure the place is empty again, or the error says that it is not. */
export async function restore(place: NewPlace, source: Source): Promise<void> {
  const { archive, signal } = source;
  const { manifest } = archive;
  const migrating = { place, signal };
  try {
    await runMigrations(migrating, (service, { name }) =>
      manifest.services[service].migrations.includes(name),
    );
    await load(place, source);
    await runMigrations(migrating, () => true);
    await settle(place, manifest);
    signal.throwIfAborted();
    await place.complete();
  } catch (error) {
    // The signal may have reached the servers too and interrupted their work.
    const failure: unknown = signal.aborted ? signal.reason : error;
    await abandon(place, failure);
    throw failure;
  }
}

/** The cause of a failed restore may also fail the cleanup. The error then reports both, the cause first. */
async function abandon(place: NewPlace, failure: unknown): Promise<void> {
  try {
    await place.abandon();
  } catch (error) {
    throw new Error(
      `${textOf(failure)}, and the restored data could not be removed: ${textOf(error)}. ` +
        'Empty the target as docs/backup.md says.',
      { cause: error },
    );
  }
}

/** Without the full stop, to continue the sentence. */
const textOf = (error: unknown): string => messageOf(error).replace(/\.$/, '');

async function runMigrations(
  { place, signal }: Pick<Source, 'signal'> & { readonly place: NewPlace },
  isWanted: (service: ServiceName, migration: MigrationClass) => boolean,
): Promise<void> {
  const log = makeLogger({ service: 'restore', level: 'silent' });
  for (const service of SERVICES) {
    signal.throwIfAborted();
    const migrations = MIGRATIONS[service].filter((each) => isWanted(service, each));
    await migrate({ url: place.databaseUrls[service], schema: service, migrations, log, signal });
  }
}

/** Loads rows and files. The rows of all services are committed at the end. */
async function load(place: NewPlace, { path, archive, signal }: Source): Promise<void> {
  const { services } = archive.manifest;
  const { clientOf, close } = await connectAll(place.databaseUrls);
  try {
    for (const service of SERVICES) {
      await clientOf(service).query('BEGIN');
      await removeSeeds(clientOf(service), service, services[service]);
    }
    for await (const { parts, ...item } of readItems(path)) {
      await loadItem({ ...item, parts: endedBy(signal, parts) }, { place, archive, clientOf });
    }
    for (const service of SERVICES) {
      await setSequences(clientOf(service), service, services[service]);
    }
    for (const service of SERVICES) await clientOf(service).query('COMMIT');
  } finally {
    await close();
  }
}

/** Checks the signal between parts, because a table or file may be long. */
async function* endedBy(signal: AbortSignal, parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    signal.throwIfAborted();
    yield part;
  }
}

interface Loading {
  readonly place: NewPlace;
  readonly archive: VerifiedArchive;
  readonly clientOf: Connections['clientOf'];
}

async function loadItem(item: Item, { place, archive, clientOf }: Loading): Promise<void> {
  const [kind, ...rest] = item.name.split('/');
  if (kind === 'files') return loadFile(place.store, rest.join('/'), item);
  const service = SERVICES.find((name) => name === rest[0]);
  const table = service && findTable(archive, service, rest[1]);
  if (kind !== 'tables' || !table)
    throw new ArchiveFault(`The archive contains an unknown item: ${item.name}.`);
  const rows = await loadTable(clientOf(service), { schema: service, table }, item.parts);
  const expected = archive.end.rows[`${service}.${table.name}`];
  if (rows === expected) return;
  throw new ArchiveFault(`${item.name} has ${rows} rows and should have ${expected}.`);
}

const findTable = ({ manifest }: VerifiedArchive, service: ServiceName, name: string | undefined) =>
  manifest.services[service].tables.find((table) => table.name === name);

async function loadFile(store: ObjectStore, key: string, { details, parts }: Item): Promise<void> {
  const { size, contentType } = details;
  if (size === undefined || contentType === undefined) {
    throw new ArchiveFault(`The file ${key} has no size or type.`);
  }
  const body = Readable.from(parts, { objectMode: false });
  await store.put(key, body, { size, contentType });
}

/** Adapts data that depends on the server. */
async function settle({ databaseUrls }: NewPlace, { services }: Manifest): Promise<void> {
  for (const service of SERVICES) {
    const client = await connect(databaseUrls[service], service);
    try {
      await client.query('BEGIN');
      if (service === 'review') await renumberEvents(client);
      await analyse(client, service, services[service]);
      await client.query('COMMIT');
    } finally {
      await client.end();
    }
  }
}
