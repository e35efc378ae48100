import { findMarks, type MarkingRule } from './rule-marks.ts';

interface Question {
  readonly text: string;
  readonly rules: readonly MarkingRule[];
}

self.addEventListener('message', ({ data }: MessageEvent<Question>) => {
  self.postMessage(findMarks(data.text, data.rules));
});

// Says that it is loaded.
self.postMessage(null);
