/** What parsing JSON would lose: digits of a number, or the first of two values with the same name. */
export type JsonLoss = 'digits' | 'name';

/** @param json must be valid. @returns the first loss, or null. Runs in linear time. */
export function findLoss(json: string): JsonLoss | null {
  // The names seen in each enclosing object, the innermost last.
  const names: Set<unknown>[] = [];
  let textFrom: number | null = null;
  let text = '';
  for (const { 0: sign, index } of json.matchAll(/\\.|["{}:]|-?\d[\d.eE+-]*/g)) {
    if (textFrom !== null) {
      if (sign !== '"') continue;
      text = json.slice(textFrom, index + 1);
      textFrom = null;
    } else if (sign === '"') textFrom = index;
    else if (sign === '{') names.push(new Set());
    else if (sign === '}') names.pop();
    else if (sign !== ':') {
      if (!isKept(sign)) return 'digits';
    } else if (!isNew(names.at(-1), JSON.parse(text))) return 'name';
  }
  return null;
}

function isNew(names: Set<unknown> | undefined, name: unknown): boolean {
  const before = names?.size;
  return names?.add(name).size !== before;
}

/** Whether JavaScript keeps all digits of a JSON number. */
export function isKept(literal: string): boolean {
  const value = Number(literal);
  return (
    Number.isFinite(value) &&
    (String(value) === literal || normalize(String(value)) === normalize(literal))
  );
}

/** One canonical form for all ways to write a number: its digits, and the power of ten of the last. */
function normalize(literal: string): string {
  const [mantissa = '', power = '0'] = literal.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = whole + fraction;
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  const value = digits.slice(0, end).replace(/^(-?)0+/, '$1');
  if (value === '' || value === '-') return '0';
  return `${value}e${Number(power) - fraction.length + digits.length - end}`;
}
