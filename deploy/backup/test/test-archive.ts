import { Readable } from 'node:stream';

import { SERVICES } from '@output-review/contracts';
import { MIGRATIONS as GATEWAY } from '@output-review/gateway/migrations';

import { ArchiveWriter } from '../src/archive/archive-writer.ts';
import type { EndMark, EntryDetails, Manifest, SchemaContents } from '../src/archive/archive.ts';
import { type DataKeys, fingerprintsOf } from '../src/places/place.ts';

export const KEYS: DataKeys = {
  encryptionKey: Buffer.alloc(32, 1).toString('base64'),
  auditKey: Buffer.alloc(32, 2).toString('base64'),
};

export const UNINTERRUPTED: AbortSignal = new AbortController().signal;

const NOTHING: SchemaContents = { migrations: [], tables: [], sequences: [] };

/** A manifest of empty schemas. */
export function aManifest(changes: Partial<Manifest> = {}): Manifest {
  const services = Object.fromEntries(SERVICES.map((service) => [service, NOTHING]));
  return {
    ...{ format: 1, release: '0.1.0', takenAt: '2026-11-25T00:00:00.000Z' },
    keys: fingerprintsOf(KEYS),
    services: services as Manifest['services'],
    ...changes,
  };
}

/** The gateway's schema some migrations ago, with one table. */
export function withWorkspaces(migrationsBack: number): Manifest {
  const manifest = aManifest();
  const gateway: SchemaContents = {
    migrations: GATEWAY.slice(0, GATEWAY.length - migrationsBack).map(({ name }) => name),
    tables: [{ name: 'workspaces', columns: ['id', 'name', 'created_at'] }],
    sequences: [],
  };
  return { ...manifest, services: { ...manifest.services, gateway } };
}

export interface Part {
  readonly name: string;
  readonly text: string;
  readonly details?: EntryDetails;
}

interface Contents {
  readonly manifest?: Manifest;
  readonly parts?: readonly Part[];
  readonly rows?: EndMark['rows'];
}

/** Writes a valid archive with the given contents. */
export async function writeArchive(path: string, contents: Contents = {}): Promise<void> {
  const { manifest = aManifest(), parts = [], rows = {} } = contents;
  const writer = await ArchiveWriter.create(path, UNINTERRUPTED);
  await writer.begin(manifest);
  for (const { name, text, details } of parts) {
    await writer.addParts(name, Readable.from([Buffer.from(text)]), details);
  }
  await writer.finish({ rows, files: 0, missingFiles: 0 });
}
