import type { FileData, OutputsSubmitted } from '@output-review/contracts';

import type { AskedJudge } from './judge-server.ts';
import type { JudgedEvaluator } from './judged-evaluator.ts';

export const IMAGE = Buffer.from('89504e470d0a1a0a00', 'hex');

/** The files in the prompt of the first question. */
export const filesIn = ([first]: readonly AskedJudge[]) => first?.material['files'];

interface Judged {
  readonly rule?: Readonly<Record<string, unknown>>;
  /** Overrides of the content. */
  readonly content?: Partial<OutputsSubmitted['content']>;
}

/** Creates outputs with files, and judges them. */
export function filesOf(evaluator: () => JudgedEvaluator) {
  /** Creates a file of an output, stored in media. */
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

  /** Judges an output with these files for a waiting caller. */
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
