import { readFileSync } from 'node:fs';

/** A submission without an ID. */
export interface SampleSubmission {
  readonly project: string;
  readonly task?: string;
  readonly model?: string;
  readonly sessionId?: string;
  readonly input?: string;
  readonly output: string;
}

/** Reads submissions from a JSONL file, or generates some of about 1 KB without one. */
export function sampleSubmissions(file: string | null): readonly SampleSubmission[] {
  if (file === null) return Array.from({ length: 200 }, (_, index) => madeUp(index));
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.map((line) => JSON.parse(line) as SampleSubmission);
}

const SENTENCES = [
  'Thank you for writing to us about your order.',
  'We have looked into it, and the parcel left our warehouse on Monday morning.',
  'If it has not arrived by Friday, answer this message and we will send another one.',
  'You can follow it with the number in the confirmation that you received.',
  'We are sorry for the delay, and have credited the shipping costs to your account.',
  'Please keep the packaging until you have checked that everything is there.',
  'Our team is here from eight to six, and answers within one working day.',
  'A refund takes three to five days until you see it on your statement.',
];

function madeUp(seed: number): SampleSubmission {
  const output = Array.from({ length: 14 }, (_, index) => SENTENCES[(seed * 7 + index * 3) % 8]);
  return {
    project: 'Support',
    task: ['refunds', 'delivery', 'accounts'][seed % 3] ?? 'refunds',
    model: `model-${seed % 4}`,
    sessionId: `conversation-${seed}`,
    input: 'Where is my order?',
    output: `${output.join(' ')} (${seed})`,
  };
}
