import { type Command, InvalidArgumentError, Option } from 'commander';

import type { ImportOptions } from './import-lines.ts';
import { BAD_VALUES, GOOD_VALUES, type LabelRules, wordOf } from './labels.pure.ts';
import { type SourceName, SOURCES } from './sources/sources.ts';

export interface ImportFlags {
  readonly from?: SourceName;
  readonly project?: string;
  readonly task?: string;
  /** True if the flag has no name. */
  readonly labels?: string | true;
  readonly good?: readonly string[];
  readonly bad?: readonly string[];
  readonly goodFrom?: number;
}

const IMPORT_FLAGS = ['project', 'task', 'labels', 'good', 'bad', 'goodFrom'] as const;

export function addImportFlags(command: Command): Command {
  return command
    .addOption(
      new Option('--from <source>', 'the file is an export of this source').choices(
        Object.keys(SOURCES),
      ),
    )
    .option('--project <name>', 'with --from: the project, instead of the one in the export')
    .option('--task <name>', 'with --from: the task, instead of the one in the export')
    .option('--labels [score]', 'with --from: decide outputs by their scores, or by this one')
    .option('--good <values>', 'with --labels: values that approve, separated by commas', valuesOf)
    .option('--bad <values>', 'with --labels: values that reject, separated by commas', valuesOf)
    .option('--good-from <number>', 'with --labels: the lowest number that approves', numberOf);
}

/** @throws Error if a flag requires another one. */
export function toImportOptions(flags: ImportFlags): ImportOptions | undefined {
  const { from, project, task } = flags;
  if (!from) {
    if (IMPORT_FLAGS.every((name) => flags[name] === undefined)) return undefined;
    throw new Error('Only an import takes --project, --task and --labels: say --from.');
  }
  if (!flags.labels && (flags.good ?? flags.bad ?? flags.goodFrom) !== undefined) {
    throw new Error('--good, --bad and --good-from need --labels.');
  }
  return { from, project, task, labels: toLabelRules(from, flags) };
}

function toLabelRules(from: SourceName, flags: ImportFlags): LabelRules | null {
  if (!flags.labels) return null;
  const { title, mainScores = null } = SOURCES[from];
  return {
    title,
    names: flags.labels === true ? mainScores : [flags.labels],
    good: flags.good ?? GOOD_VALUES.filter((value) => !flags.bad?.includes(value)),
    bad: flags.bad ?? BAD_VALUES.filter((value) => !flags.good?.includes(value)),
    goodFrom: flags.goodFrom ?? null,
  };
}

function valuesOf(text: string): readonly string[] {
  return text.split(',').map(wordOf);
}

function numberOf(text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isFinite(number)) return number;
  throw new InvalidArgumentError('Must be a number.');
}
