import { cut, oneLine } from './channels.pure.ts';

/** One message to a channel about outputs that were flagged since the last digest and still wait. */
export interface Digest {
  /** Number of outputs. */
  readonly total: number;
  /** Those with the most outputs first. */
  readonly projects: readonly DigestProject[];
  /** By deadline, like the queue, at most ten. */
  readonly mostUrgent: readonly DigestOutput[];
}

export interface DigestProject {
  /** Null for outputs that could not be read. */
  readonly projectId: string | null;
  readonly projectName: string | null;
  readonly total: number;
  /** How many of them could not be evaluated. */
  readonly errors: number;
}

/** Has no text of the output, so that nothing remains in a channel after it is deleted. */
export interface DigestOutput {
  readonly id: string;
  readonly projectName: string | null;
  readonly taskName: string | null;
  readonly status: 'flagged' | 'error';
  readonly respondBy: Date | null;
  readonly timestamp: Date;
}

/** The texts of a digest, before formatting for a channel. Nothing in it is escaped. */
export interface DigestMessage {
  readonly title: string;
  readonly projects: readonly DigestLine[];
  /** How much is left out, null if nothing is. */
  readonly moreProjects: string | null;
  readonly mostUrgent: readonly (DigestLine & { readonly when: string; readonly at: Date })[];
  readonly queueLink: string;
}

export interface DigestLine {
  readonly text: string;
  /** Null if there is nothing to link to. */
  readonly link: string | null;
}

const PROJECTS_MAX = 10;
const NAME_LENGTH_MAX = 50;

/** @param publicUrl base of links, without a trailing slash. */
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

/** In UTC: the time zone of the reader is unknown. */
export function timeOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
