/** What JSON says that is not in what it is read as: some of a number's digits, or the first of two values of one name. */
export type JsonLoss = 'digits' | 'name';

/** @param json must be valid. @returns what comes first, null where nothing is lost. Linear in the text. */
export function findLoss(json: string): JsonLoss | null {
  // The names of the objects around a place, the innermost last.
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

/** Whether a number, as JSON writes it, is the one that JavaScript takes it for. */
export function isKept(literal: string): boolean {
  const value = Number(literal);
  return (
    Number.isFinite(value) &&
    (String(value) === literal || normalize(String(value)) === normalize(literal))
  );
}

/** One text for all ways in which JSON may write a number: its digits, and the power of ten of the last. */
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
