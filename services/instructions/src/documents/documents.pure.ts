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

/** A document is that of a task in a project. */
export interface DocumentKey {
  readonly workspaceId: string;
  readonly projectId: string;
  readonly taskId: string;
}

/** How a request names a document. */
export interface DocumentNames {
  readonly project: string;
  readonly task: string;
}

/** A document's key and the names that it has at present. It need not be there. */
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
  /** The output that gave rise to it. */
  readonly logId: string | null;
}

/** A version, but for its text. Versions are added and never changed. */
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

/** A document that is there, but for its text. */
export type FoundDocument = ActiveVersion & Place;

export interface ListedDocument extends Omit<FoundDocument, 'key'> {
  /** Notes that wait for the next version. */
  readonly queuedCount: number;
}

/** Who did something, as answers name them, and by which way. */
export interface Author {
  readonly name: string;
  readonly source: Extract<InstructionsSource, 'api' | 'dashboard'>;
}

/** A person is named by e-mail, a named token by its name, the workspace token is `api`. */
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

/** Tells the gateway, beside an answer, which version the answer tells of. */
export function activeInstructions(
  { taskId }: DocumentKey,
  { version }: Pick<Version, 'version'>,
): Record<string, string> {
  return { [INTERNAL_HEADERS.activeInstructions]: writeActiveInstructions({ taskId, version }) };
}

/** An ETag that changes with whatever a document is answered as, made without reading its text. */
export function entityTagOf(found: FoundDocument): string {
  const answered = JSON.stringify([presentSummary(found), found.version.hash]);
  return `"${createHash('sha256').update(answered).digest('base64url')}"`;
}

/** Whether an `If-None-Match` says that the caller has what the tag stands for. */
export function hasTag(header: string | string[] | undefined, tag: string): boolean {
  if (typeof header !== 'string') return false;
  const tags = header.split(',').map((each) => each.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(tag);
}
