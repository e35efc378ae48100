import { cut, oneLine } from './channels.pure.ts';

/** What a channel is told of in one message: of outputs that were flagged since the last one, and still wait. */
export interface Digest {
  /** All of them. */
  readonly total: number;
  /** Those with the most first. */
  readonly projects: readonly DigestProject[];
  /** In the order of their deadlines, as the queue has it; ten at most. */
  readonly mostUrgent: readonly DigestOutput[];
}

export interface DigestProject {
  /** Null for what could not be read. */
  readonly projectId: string | null;
  readonly projectName: string | null;
  readonly total: number;
  /** How many of them could not be evaluated. */
  readonly errors: number;
}

/** Without any text of the output: nothing is left of it in a channel once it is deleted. */
export interface DigestOutput {
  readonly id: string;
  readonly projectName: string | null;
  readonly taskName: string | null;
  readonly status: 'flagged' | 'error';
  readonly respondBy: Date | null;
  readonly timestamp: Date;
}

/** What a digest says, before it is written for its channel. None of it is escaped. */
export interface DigestMessage {
  readonly title: string;
  readonly projects: readonly DigestLine[];
  /** How much is left out; null where nothing is. */
  readonly moreProjects: string | null;
  readonly mostUrgent: readonly (DigestLine & { readonly when: string; readonly at: Date })[];
  readonly queueLink: string;
}

export interface DigestLine {
  readonly text: string;
  /** Null where there is nothing to be seen. */
  readonly link: string | null;
}

const PROJECTS_MAX = 10;
const NAME_LENGTH_MAX = 50;

/** @param publicUrl what links begin with, without a slash at its end. */
export function composeDigest(
  { total, projects, mostUrgent }: Digest,
  publicUrl: string,
): DigestMessage {
  const [only, ...others] = projects;
  const place = others.length === 0 && only?.projectName ? `${nameOf(only.projectName)}: ` : '';
  const left = projects.slice(PROJECTS_MAX);
  const leftTotal = left.reduce((sum, each) => sum + each.total, 0);
  return {
    title: `${place}${outputs(total)} ${total === 1 ? 'is' : 'are'} waiting for a decision`,
    projects: projects.slice(0, PROJECTS_MAX).map((each) => projectLine(each, publicUrl)),
    moreProjects:
      left.length === 0
        ? null
        : `${left.length} more ${left.length === 1 ? 'project' : 'projects'}: ${leftTotal}`,
    mostUrgent: mostUrgent.map((each) => ({
      text: placeOf(each),
      link: `${publicUrl}/outputs/${encodeURIComponent(each.id)}`,
      when: whenOf(each),
      at: each.respondBy ?? each.timestamp,
    })),
    queueLink: `${publicUrl}/?order=deadline`,
  };
}

function projectLine(
  { projectId, projectName, total, errors }: DigestProject,
  publicUrl: string,
): DigestLine {
  const failed = errors === 0 ? '' : ` (${errors} could not be evaluated)`;
  return {
    text: `${nameOf(projectName)}: ${total}${failed}`,
    link: projectId === null ? null : `${publicUrl}/?project=${encodeURIComponent(projectId)}`,
  };
}

function placeOf({ projectName, taskName }: DigestOutput): string {
  return taskName === null ? nameOf(projectName) : `${nameOf(projectName)}, ${nameOf(taskName)}`;
}

function whenOf({ status, respondBy }: DigestOutput): string {
  const what = status === 'error' ? 'could not be evaluated, ' : '';
  return `${what}${respondBy === null ? 'waiting since' : 'due'}`;
}

const outputs = (n: number): string => `${n} ${n === 1 ? 'output' : 'outputs'}`;

function nameOf(name: string | null): string {
  const line = oneLine(name ?? '');
  return line === '' ? 'Without a project' : cut(line, NAME_LENGTH_MAX);
}

/** In UTC, since nobody knows where it is read. */
export function timeOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
