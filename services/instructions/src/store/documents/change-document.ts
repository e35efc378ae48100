import { instructionsChanged, type InstructionsChanged } from '@output-review/contracts';
import {
  addToOutbox,
  asIs,
  type Auditor,
  type Database,
  isOpenPlace,
  makeOutgoingEvent,
  newId,
  type OutgoingEvent,
  type StoredEvent,
  type Transaction,
} from '@output-review/runtime';

import { type DocumentKey, documentKeyText, type Version } from '../../domain/document.ts';
import type { ChangeDocument, DocumentWriter } from '../../use-cases/documents/document-store.ts';
import { makeNoteWriter } from '../notes/note-writer.ts';
import { linkOutput } from '../outputs/link-output.ts';
import { lockRegistry } from '../registry/lock-registry.ts';
import { makeSuggestionWriter } from '../suggestions/suggestion-writer.ts';
import { keyValues, OF_DOCUMENT } from './key-values.ts';

interface Deps {
  readonly database: Database;
  /** Sends what was committed without reading it again. */
  readonly relay: { handOver(stored: readonly StoredEvent[]): void };
  readonly auditor: Auditor;
}

/** Runs each write to a document in a transaction, one after the other. */
export function makeChangeDocument({ database, relay, auditor }: Deps): ChangeDocument {
  return async (key, work) => {
    const events: StoredEvent[] = [];
    const result = await database.transaction(async (tx) => {
      const active = await lockDocument(tx, key);
      return work(makeWriter(tx, key, { active, events, auditor }));
    });
    relay.handOver(events);
    return result;
  };
}

type ActiveNumber = DocumentWriter['active'];

/** The active version, kept from other writes until the end; those who make documents wait too. */
async function lockDocument(tx: Transaction, key: DocumentKey): Promise<ActiveNumber> {
  const active = await lockActive(tx, key);
  if (active) return active;
  await lockRegistry(tx, key.workspaceId);
  return lockActive(tx, key);
}

/** Who has waited for the lock gets the row as it is then. */
async function lockActive(tx: Transaction, key: DocumentKey): Promise<ActiveNumber> {
  const { rows } = await tx.query<{ version: number }>(LOCK, keyValues(key));
  return rows[0] ?? null;
}

interface Writing {
  readonly active: ActiveNumber;
  /** Collects what is to be sent. */
  readonly events: StoredEvent[];
  readonly auditor: Auditor;
}

function makeWriter(
  tx: Transaction,
  key: DocumentKey,
  { active, events, auditor }: Writing,
): DocumentWriter {
  const { workspaceId } = key;
  const audit: DocumentWriter['audit'] = async (by, done) => {
    events.push(...(await auditor.record(tx, by, { workspaceId, ...done })));
  };
  return {
    active,
    audit,
    isOpen: () => isOpenPlace(tx, workspaceId, key),
    add: async ({ version, text }, by) => {
      await tx.query(SET_ACTIVE, [...keyValues(key), version.version]);
      const { hash, source, createdAt, createdBy, teachComment } = version;
      const logId = await linkOutput(tx, workspaceId, version.logId);
      await tx.query(ADD_VERSION, [
        ...keyValues(key),
        ...[version.version, text, hash, source, createdAt, createdBy, teachComment, logId],
      ]);
      events.push(...(await addToOutbox(tx, [changedEvent(key, version)])));
      await audit(by, {
        ...{
          action: 'instructions.version_saved',
          target: { kind: 'instructions', id: key.taskId },
        },
        ...(version.logId !== null && { logId: version.logId }),
        before: active && { version: active.version },
        after: { version: version.version, content: text, source: asIs(source), teachComment },
      });
    },
    notes: makeNoteWriter(tx, key),
    suggestions: makeSuggestionWriter(tx, key),
  };
}

function changedEvent(
  key: DocumentKey,
  { version, hash, source, createdAt }: Version,
): OutgoingEvent {
  const changedAt = createdAt.toISOString();
  const data: InstructionsChanged = { ...key, version, hash, source, changedAt };
  return makeOutgoingEvent({
    topic: instructionsChanged.topic,
    key: documentKeyText(key),
    ...{ id: newId(), source: 'instructions', time: changedAt, data },
  });
}

const LOCK = `SELECT version FROM documents WHERE ${OF_DOCUMENT} FOR UPDATE`;

const SET_ACTIVE = `
INSERT INTO documents (workspace_id, project_id, task_id, version) VALUES ($1, $2, $3, $4)
ON CONFLICT (workspace_id, project_id, task_id) DO UPDATE SET version = excluded.version`;

const ADD_VERSION = `
INSERT INTO versions (workspace_id, project_id, task_id, version, content, hash, source, created_at,
  created_by, teach_comment, log_id)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;
