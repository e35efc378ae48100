import type { ApplicableRule } from '../../domain/compile-rule.ts';
import { type JudgedFiles, NO_JUDGED_FILES } from '../../domain/judges/judged-files.ts';
import { JudgeFailure } from '../../domain/judges/judge-failure.ts';
import type { LoadedFiles } from './load-files.ts';

/** The files of one output, read when the first rule asks for them and not again. */
export interface FilesOnce {
  /** None for a rule that does not ask for files; why they could not be read. */
  forRule(rule: Pick<ApplicableRule, 'judgeFiles'>): Promise<JudgedFiles | JudgeFailure>;
  /** Lets go of them. */
  release(): Promise<void>;
}

/** @param load may throw JudgeFailure. */
export function makeFilesOnce(load: () => Promise<LoadedFiles>): FilesOnce {
  let loading: Promise<LoadedFiles> | null = null;
  return {
    async forRule({ judgeFiles }) {
      if (!judgeFiles) return NO_JUDGED_FILES;
      try {
        return (await (loading ??= load())).files;
      } catch (error) {
        if (error instanceof JudgeFailure) return error;
        throw error;
      }
    },
    async release() {
      const loaded = await loading?.catch(() => null);
      loaded?.release();
    },
  };
}
