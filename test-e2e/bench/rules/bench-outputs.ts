/** Outputs of similar size. */
export interface BenchOutputs {
  readonly name: string;
  readonly outputs: readonly string[];
}

const LONG_CHARS = 20_000;
const LONG_OUTPUTS = 32;

/** The given outputs, and long ones composed of them; every fourth long one is JSON. */
export function benchOutputs(outputs: readonly string[]): readonly BenchOutputs[] {
  const characters = outputs.reduce((sum, output) => sum + output.length, 0);
  const average = Math.round(characters / outputs.length / 100) / 10;
  return [
    { name: `${outputs.length} of ${average} KB`, outputs },
    { name: '20 KB', outputs: longOutputs(outputs) },
  ];
}

/** The distinct words of at least five lower-case letters in the outputs. */
export function wordsOf(outputs: readonly string[]): readonly string[] {
  return [...new Set(outputs.flatMap((output) => output.match(/\b[a-z]{5,}\b/g) ?? []))];
}

function longOutputs(outputs: readonly string[]): readonly string[] {
  let next = 0;
  return Array.from({ length: LONG_OUTPUTS }, (_, index) => {
    const parts: string[] = [];
    for (let length = 0; length < LONG_CHARS; next += 1) {
      const part = outputs[next % outputs.length] ?? '';
      parts.push(part);
      length += part.length + 2;
    }
    const isJson = index % 4 === 3;
    const whole = parts.join('\n\n').slice(0, LONG_CHARS).toWellFormed();
    return isJson ? JSON.stringify({ total: index * 10, currency: 'EUR', answer: whole }) : whole;
  });
}
