import { createHash } from 'node:crypto';

import {
  type AnswerOf,
  type getCurrentInstructions,
  INTERNAL_HEADERS,
  type InstructionsSource,
  type listInstructions,
  type WorkspacePrincipal,
  writeActiveInstructions,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';

/** A document belongs to a task of a project. */
export interface DocumentKey {
  readonly workspaceId: string;
  readonly projectId: string;
  readonly taskId: string;
}

/** The names of a document in a request. */
export interface DocumentNames {
  readonly project: string;
  readonly task: string;
}

/** A document's key and its current names. The document need not exist. */
export interface Place {
  readonly key: DocumentKey;
  readonly projectName: string;
  readonly taskName: string;
}

/** Who wrote a version, and why. */
export interface VersionOrigin {
  readonly source: InstructionsSource;
  readonly createdBy: string;
  readonly teachComment: string | null;
  /** The output that caused it. */
  readonly logId: string | null;
}

/** A version without its text. Versions are added and never changed. */
export interface Version extends VersionOrigin {
  readonly version: number;
  /** SHA-256 of the text, in hex. */
  readonly hash: string;
  readonly createdAt: Date;
}

/** The active version of a document. */
export interface ActiveVersion {
  readonly version: Version;
  readonly hasPendingSuggestion: boolean;
}

/** An existing document without its text. */
export type FoundDocument = ActiveVersion & Place;

export interface ListedDocument extends Omit<FoundDocument, 'key'> {
  /** Number of notes that wait for the next version. */
  readonly queuedCount: number;
}

/** The author of a change as named in answers, and its source. */
export interface Author {
  readonly name: string;
  readonly source: Extract<InstructionsSource, 'api' | 'dashboard'>;
}

/** Users are named by email address, named tokens by their name; the workspace token is `api`. */
export function authorOf(principal: WorkspacePrincipal): Author {
  if (principal.kind === 'user') return { name: principal.email, source: 'dashboard' };
  return { name: principal.name === null ? 'api' : `token:${principal.name}`, source: 'api' };
}

export function noInstructions({ project, task }: DocumentNames): AppError {
  return new AppError('NO_INSTRUCTIONS', `There are no instructions for ${project} / ${task}.`);
}

type Listed = AnswerOf<typeof listInstructions>[number];
type Summary = Omit<Listed, 'createdBy' | 'queuedCount'>;

export function presentSummary({
  projectName,
  taskName,
  version: { version, source, createdAt },
  hasPendingSuggestion,
}: Omit<FoundDocument, 'key'>): Summary {
  const updatedAt = createdAt.toISOString();
  return { projectName, taskName, version, source, updatedAt, hasPendingSuggestion };
}

export function presentListed(document: ListedDocument): Listed {
  const { version, queuedCount } = document;
  return { ...presentSummary(document), createdBy: version.createdBy, queuedCount };
}

export function presentDocument(
  found: FoundDocument,
  content: string,
): AnswerOf<typeof getCurrentInstructions, 200> {
  return { ...presentSummary(found), content };
}

/** A header that tells the gateway which version the answer contains. */
export function activeInstructions(
  { taskId }: DocumentKey,
  { version }: Pick<Version, 'version'>,
): Record<string, string> {
  return { [INTERNAL_HEADERS.activeInstructions]: writeActiveInstructions({ taskId, version }) };
}

/** An ETag that changes with anything in the answer, computed without reading the text. */
export function entityTagOf(found: FoundDocument): string {
  const answered = JSON.stringify([presentSummary(found), found.version.hash]);
  return `"${createHash('sha256').update(answered).digest('base64url')}"`;
}

/** Whether an `If-None-Match` header contains the tag. */
export function hasTag(header: string | string[] | undefined, tag: string): boolean {
  if (typeof header !== 'string') return false;
  const tags = header.split(',').map((each) => each.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(tag);
}
