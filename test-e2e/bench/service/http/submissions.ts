import type { SampleSubmission } from '../../../harness/texts.ts';
import { BENCH_ACCOUNT } from '../../frame/service.ts';

/** The raw bytes of a request to submit an output. */
export function submissionBytes(port: number, submission: object): Buffer {
  const body = Buffer.from(JSON.stringify(submission));
  const head = [
    'POST /api/logs HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${BENCH_ACCOUNT.token}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '\r\n',
  ].join('\r\n');
  return Buffer.concat([Buffer.from(head), body]);
}

/** Cycles through the samples as requests. */
export function requests(port: number, samples: readonly SampleSubmission[]): () => Buffer {
  const prepared = samples.map((sample) => submissionBytes(port, sample));
  let index = 0;
  return () => {
    index = (index + 1) % prepared.length;
    const request = prepared[index];
    if (!request) throw new Error('There are no samples to send');
    return request;
  };
}

export function requireAccepted(answers: ReadonlyMap<number, number>): void {
  const others = [...answers.keys()].filter((status) => status !== 202);
  if (others.length > 0) throw new Error(`Some submissions were answered ${others.join(', ')}`);
}
