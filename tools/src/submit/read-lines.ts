import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

export interface NumberedLine {
  readonly number: number;
  readonly text: string;
}

/** Reads a file line by line, counted from 1 as editors do; blank lines count but are left out. */
export async function* readLines(path: string): AsyncGenerator<NumberedLine> {
  const input = createReadStream(path, 'utf8');
  let number = 0;
  try {
    for await (const text of createInterface({ input, crlfDelay: Infinity })) {
      number += 1;
      const line = number === 1 ? text.replace(/^\uFEFF/, '') : text;
      if (line.trim() !== '') yield { number, text: line };
    }
  } finally {
    input.destroy();
  }
}
