import type { FileData, OutputsSubmitted } from '@output-review/contracts';

import type { AskedJudge } from './judge-server.ts';
import type { JudgedEvaluator } from './judged-evaluator.ts';

export const IMAGE = Buffer.from('89504e470d0a1a0a00', 'hex');

/** What the first of these was shown of files. */
export const filesIn = ([first]: readonly AskedJudge[]) => first?.material['files'];

interface Judged {
  readonly rule?: Readonly<Record<string, unknown>>;
  /** What is other than usual. */
  readonly content?: Partial<OutputsSubmitted['content']>;
}

/** Outputs with files, as a test has them judged. */
export function filesOf(evaluator: () => JudgedEvaluator) {
  /** A file of an output, which media has. */
  function aFile(
    id: string,
    given: Partial<FileData> & { readonly bytes: Buffer | null },
  ): FileData {
    const { bytes, ...rest } = given;
    const filename = rest.filename ?? 'letter.txt';
    const key = `w/${id}/${filename}`;
    if (bytes) evaluator().peers.files.set(key, bytes);
    const sizeBytes = bytes?.byteLength ?? 9;
    return {
      role: 'output',
      contentType: 'text/plain',
      label: null,
      ...rest,
      key,
      filename,
      sizeBytes,
    };
  }

  /** Has an output with these files judged, for somebody who waits. */
  async function judge(
    filesOf: (id: string) => FileData[],
    { rule = { judgeFiles: true }, content = {} }: Judged = {},
  ) {
    const workspaceId = await evaluator().aJudgedWorkspace(rule);
    const output = evaluator().submission(workspaceId, { sync: true });
    const submission: OutputsSubmitted = {
      ...output,
      content: { ...output.content, ...content },
      attachments: filesOf(output.id),
    };
    const askedBefore = evaluator().judge.asked.length;
    const answer = await (await evaluator().internal()).post('/internal/evaluate', submission);
    return { answer, asked: evaluator().judge.asked.slice(askedBefore) };
  }

  return { aFile, judge };
}
