// Source: PostgreSQL's array_recv and array_send (src/backend/utils/adt/arrayfuncs.c): dimensions, a flag for nulls,
// the type of the elements, then length and lower bound of the one dimension.
const HEADER_BYTES = 5 * 4;
const TEXT_OID = 25;
const NULL_LENGTH = -1;

/**
 * Encodes a `text[]` parameter in PostgreSQL's binary format. In text format every element would be escaped here and
 * parsed there, which for batches of long texts costs more than the rest of the statement.
 *
 * The parameter must be cast as `$n::text[]`.
 */
export function textArray(items: readonly (string | null)[]): Buffer {
  const lengths = items.map((item) => (item === null ? 0 : Buffer.byteLength(item)));
  const bytes = lengths.reduce((sum, length) => sum + length, HEADER_BYTES + 4 * items.length);
  const buffer = Buffer.allocUnsafe(items.length === 0 ? 3 * 4 : bytes);
  buffer.writeInt32BE(items.length === 0 ? 0 : 1, 0);
  buffer.writeInt32BE(items.includes(null) ? 1 : 0, 4);
  buffer.writeInt32BE(TEXT_OID, 8);
  if (items.length === 0) return buffer;
  buffer.writeInt32BE(items.length, 12);
  buffer.writeInt32BE(1, 16);
  let offset = HEADER_BYTES;
  items.forEach((item, index) => {
    offset = buffer.writeInt32BE(item === null ? NULL_LENGTH : (lengths[index] ?? 0), offset);
    if (item !== null) offset += buffer.write(item, offset);
  });
  return buffer;
}
