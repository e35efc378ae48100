import type { BodyOf, dryRunRules, JudgedContentData } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import type { DryRun } from '../../use-cases/rules/dry-run.ts';

type DryRunBody = BodyOf<typeof dryRunRules>;

/** @throws AppError VALIDATION_FAILED unless one thing to try is given; a rule is tried on a stored output too. */
export function readDryRun(body: DryRunBody): DryRun {
  const { rule, logId, project, task } = body;
  const given = [rule, logId, project].filter((each) => each !== undefined);
  const isRuleOnLog = rule !== undefined && logId !== undefined && project === undefined;
  if (given.length !== 1 && !isRuleOnLog) throw notOne();
  if (task !== undefined && project === undefined) throw taskWithoutProject();

  if (logId !== undefined) {
    refuseContent(body);
    return rule === undefined ? { kind: 'log', logId } : { kind: 'rule', rule, on: { logId } };
  }
  if (rule !== undefined) return { kind: 'rule', rule, on: contentOf(body) };
  if (project !== undefined) return { kind: 'project', project, task, content: contentOf(body) };
  throw notOne();
}

const CONTENT_FIELDS = [
  'output',
  'input',
  'metadata',
  'action',
  'confidence',
  'latencyMs',
  'costUsd',
] as const;

function contentOf(body: DryRunBody): JudgedContentData {
  const { action } = body;
  return {
    output: body.output ?? null,
    input: body.input ?? null,
    action: action ? { ...action, params: action.params ?? {} } : null,
    metadata: body.metadata ?? {},
    confidence: body.confidence ?? null,
    latencyMs: body.latencyMs ?? null,
    costUsd: body.costUsd ?? null,
  };
}

/** The text of a log is the log's; a second one beside it would be passed over in silence. */
function refuseContent(body: DryRunBody): void {
  const given = CONTENT_FIELDS.filter((field) => body[field] !== undefined);
  if (given.length === 0) return;
  throw new AppError('VALIDATION_FAILED', 'With logId the text is that of the output.', {
    fields: Object.fromEntries(given.map((field) => [field, 'Leave it out, or leave out logId.'])),
  });
}

function notOne(): AppError {
  const message = 'Give exactly one of rule, logId and project, or rule and logId.';
  return new AppError('VALIDATION_FAILED', message, {
    fields: { rule: message, logId: message, project: message },
  });
}

function taskWithoutProject(): AppError {
  return new AppError('VALIDATION_FAILED', 'A task needs the project that it is in.', {
    fields: { task: 'Give project too.' },
  });
}
