import type { SqlClient } from '@output-review/runtime';

import type { FoundOutput } from '../../use-cases/found-output.ts';
import { LISTED_JOINS, TEXT_COLUMNS, type TextsRow, toTexts } from '../listed-row.ts';

export type TextName = keyof TextsRow;

/** Texts that a page holds at once: as much as the two largest, which are those of one output. */
export const HELD_BYTES_MAX = 2 * 1024 * 1024;

const NAMES = Object.keys(TEXT_COLUMNS) as TextName[];

/** The texts among the columns that were asked for; all of them where that is null. */
export function textsAmong(fields: readonly string[] | null): TextName[] {
  return NAMES.filter((name) => fields === null || fields.includes(name));
}

/** SQL for all the texts of an output, empty unless they are wanted and the condition holds. */
export function selectTexts(wanted: readonly TextName[], condition: string): string {
  return NAMES.map((name) =>
    wanted.includes(name)
      ? `CASE WHEN ${condition} THEN ${TEXT_COLUMNS[name]} END AS ${name}`
      : `NULL AS ${name}`,
  ).join(', ');
}

/** SQL for the bytes of these texts of an output. */
export function sizeOfTexts(wanted: readonly TextName[]): string {
  // An excerpt is never large.
  const large = wanted.filter((name) => name !== 'excerpt');
  const sizes = large.map((name) => `coalesce(octet_length(${TEXT_COLUMNS[name]}), 0)`);
  return sizes.length === 0 ? '0' : sizes.join(' + ');
}

/**
 * Reads texts for outputs that were found without them, in their order, a few at a time: no more than
 * may be held at once, or one output. Those that have been deleted since are left out.
 */
export const makeReadTexts = (db: SqlClient) =>
  async function* readTexts(
    outputs: readonly FoundOutput[],
    fields: readonly string[] | null,
  ): AsyncGenerator<FoundOutput> {
    const sql = readSome(textsAmong(fields));
    let read = new Map<string, TextsRow>();
    for (const [at, output] of outputs.entries()) {
      if (!read.has(output.id)) {
        const ids = outputs.slice(at).map(({ id }) => id);
        const { rows } = await db.query<TextsRow & { id: string }>(sql, [output.workspaceId, ids]);
        read = new Map(rows.map((row) => [row.id, row]));
      }
      const texts = read.get(output.id);
      read.delete(output.id);
      if (texts) yield { ...output, ...toTexts(texts, output.status) };
    }
  };

function readSome(wanted: readonly TextName[]): string {
  return `
    WITH sized AS (
      SELECT o.id, ${selectTexts(wanted, 'true')}, asked.n, ${sizeOfTexts(wanted)} AS bytes,
        sum(${sizeOfTexts(wanted)}) OVER (ORDER BY asked.n) AS total
      FROM unnest($2::text[]) WITH ORDINALITY AS asked (id, n)
      JOIN outputs o ON o.workspace_id = $1 AND o.id = asked.id AND o.visible
      ${LISTED_JOINS}
    )
    SELECT id, ${NAMES.join(', ')} FROM sized
    WHERE total <= ${HELD_BYTES_MAX} OR total = bytes ORDER BY n`;
}
