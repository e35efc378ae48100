/**
 * Names a file for a segment of a key, and back. `A` and `a` are two keys, but one file where the file
 * system does not tell them apart, as on most Macs: one output would overwrite another's file. So
 * names are in small letters; which of them are capital follows behind a `+`, which no key has, a bit
 * a character in hexadecimal.
 */
export function toFileName(segment: string): string {
  const small = segment.toLowerCase();
  if (small === segment) return segment;
  const bits = Array.from(segment, (character, at) => (character === small[at] ? '0' : '1'));
  return `${small}+${BigInt(`0b${bits.join('')}`).toString(16)}`;
}

export function fromFileName(name: string): string {
  const [small = '', capitals] = name.split('+');
  if (capitals === undefined) return small;
  const bits = BigInt(`0x${capitals}`).toString(2).padStart(small.length, '0');
  const restore = (character: string, at: number): string =>
    bits[at] === '1' ? character.toUpperCase() : character;
  return Array.from(small, restore).join('');
}
