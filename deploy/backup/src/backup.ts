import { RELEASE, type ServiceName, SERVICES } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { listNamed } from '@output-review/media/backup';
import { DamagedObject, type ObjectStore } from '@output-review/media/object-store';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';

import { ArchiveWriter } from './archive/archive-writer.ts';
import { FORMAT, type Manifest, type SchemaContents } from './archive/archive.ts';
import type { Connections } from './database/connect.ts';
import { describeSchema } from './database/describe-schema.ts';
import { beginDeletionHold } from './database/hold-deletions.ts';
import { describeCopy } from './database/load-schema.ts';
import { takeSnapshot } from './database/snapshot.ts';
import { fingerprintsOf, type Place } from './places/place.ts';

/** The result of a backup. */
export interface Taken {
  readonly takenAt: string;
  readonly rows: number;
  readonly files: number;
  /** Keys of objects that rows reference and that are missing or damaged in the store. */
  readonly missing: readonly string[];
  readonly bytes: number;
}

/**
 * Writes all data of a place, as of one instant, into an archive. The services may be running. After a failure no file
 * with that name exists.
 *
 * @param signal aborts the backup with its reason.
 */
export async function backUp(place: Place, path: string, signal: AbortSignal): Promise<Taken> {
  const writer = await ArchiveWriter.create(path, signal);
  try {
    // Before the snapshot, so that files it references are not deleted from now on.
    const hold = await beginDeletionHold(place.databaseUrls.media);
    try {
      const taken = await writeSnapshot(place, writer, () => hold.check());
      await hold.noteFinished(taken);
      return taken;
    } finally {
      await hold.close();
    }
  } catch (error) {
    await writer.abandon();
    throw signal.aborted ? signal.reason : error;
  }
}

async function writeSnapshot(
  { databaseUrls, store, keys }: Place,
  writer: ArchiveWriter,
  checkHold: () => void,
): Promise<Taken> {
  const snapshot = await takeSnapshot(databaseUrls);
  try {
    const { takenAt, clientOf } = snapshot;
    const services = await describeSchemas(clientOf);
    const manifest: Manifest = {
      ...{ format: FORMAT, release: RELEASE, takenAt, services },
      keys: fingerprintsOf(keys),
    };
    await writer.begin(manifest);
    const rows: Record<string, number> = {};
    for (const service of SERVICES) {
      Object.assign(
        rows,
        await writeTables(writer, clientOf(service), { service, ...services[service] }),
      );
    }
    const { files, missing } = await writeFiles(writer, clientOf('media'), store);
    checkHold();
    const bytes = await writer.finish({ rows, files, missingFiles: missing.length });
    const sum = Object.values(rows).reduce((total, count) => total + count, 0);
    return { takenAt, rows: sum, files, missing, bytes };
  } finally {
    await snapshot.close();
  }
}

async function describeSchemas(clientOf: Connections['clientOf']): Promise<Manifest['services']> {
  const described = SERVICES.map(
    async (service) => [service, await describeSchema(clientOf(service), service)] as const,
  );
  return Object.fromEntries(await Promise.all(described)) as Manifest['services'];
}

async function writeTables(
  writer: ArchiveWriter,
  client: Client,
  { service, tables }: { readonly service: ServiceName } & Pick<SchemaContents, 'tables'>,
): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const table of tables) {
    const stream = client.query(copyTo(`COPY ${describeCopy(client, service, table)} TO STDOUT`));
    await writer.addParts(`tables/${service}/${table.name}`, stream);
    rows[`${service}.${table.name}`] = stream.rowCount;
  }
  return rows;
}

const NAMED_AT_A_TIME = 500;

async function writeFiles(writer: ArchiveWriter, client: Client, store: ObjectStore) {
  const missing: string[] = [];
  let [files, after] = [0, ''];
  for (;;) {
    const page = await listNamed(client, after, NAMED_AT_A_TIME);
    for (const { objectKey, isExpected } of page) {
      if (await writeFile(writer, store, objectKey)) files += 1;
      else if (isExpected) missing.push(objectKey);
    }
    const last = page.at(-1);
    if (!last || page.length < NAMED_AT_A_TIME) return { files, missing };
    after = last.objectKey;
  }
}

/** @returns whether the file exists and is intact. */
async function writeFile(writer: ArchiveWriter, store: ObjectStore, key: string): Promise<boolean> {
  try {
    const { body, size, contentType } = await store.get(key);
    // Files have no metadata, but the archive format requires the field.
    await writer.addParts(`files/${key}`, body, { size, contentType, metadata: {} });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return false;
    // If the store has damaged files, a backup of the others matters most.
    if (error instanceof DamagedObject) return false;
    throw error;
  }
}
