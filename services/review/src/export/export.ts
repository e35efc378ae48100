import {
  EXPORT_CONTENT_TYPES,
  type ExportFormat,
  type exportOutputs,
} from '@output-review/contracts';
import { type RequestOf, StreamedText } from '@output-review/runtime';
import { transact, unredacted } from '@output-review/shared-kernel';

import type { Context } from '../context.ts';
import { resolveFilter } from '../search/filter.sql.ts';
import { findNewest } from '../search/page.sql.ts';
import { findAppliedVersions } from '../search/rules.sql.ts';
import { DECISION_COLUMNS, fullColumns, PREFERENCE_COLUMNS } from './columns.ts';
import { findTimestamp, type FullRow, readDecided, readFull, readPairs } from './export.sql.ts';
import { makeLineWriter } from './lines.pure.ts';
import { beginParts, type Range, type Source } from './parts.ts';
import { type ExportRequest, readExportRequest, requireSamePlace } from './request.pure.ts';
import { RuleTexts } from './rule-texts.ts';

type Request = RequestOf<typeof exportOutputs>;

// Timeout for a reader that reads nothing. The gateway propagates the backpressure of slow readers.
const SILENCE_MS_MAX = 60_000;

/** Everything that a filter finds, as a streamed response. */
export async function startExport(ctx: Context, request: Request) {
  const { workspaceId } = request.principal;
  const asked = readExportRequest(request.principal, request.query);
  const release = ctx.exportSeats.take(workspaceId);
  try {
    // A failure before the first part is an ordinary error response and is not recorded.
    const parts = await beginShape(ctx, asked, request);
    await recordExport(ctx, request);
    return new StreamedText({ parts, silenceMsMax: SILENCE_MS_MAX, onClose: release });
  } catch (error) {
    release();
    throw error;
  }
}

export function headersOf({ format, shape }: Request['query'], at: Date) {
  const name = `outputs-${shape}-${at.toISOString().slice(0, 10)}.${format}`;
  return {
    'Content-Type': `${EXPORT_CONTENT_TYPES[format]}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
  };
}

async function rangeOf(
  ctx: Context,
  { filter, after }: ExportRequest,
  assertion: string,
): Promise<Range> {
  const { db, clock } = ctx;
  const { workspaceId } = filter;
  const found = after && (await findTimestamp(db, { workspaceId, id: after.id }));
  return {
    after: after && { id: after.id, timestamp: requireSamePlace(after, found) },
    filter: await resolveFilter(ctx, filter, assertion),
    // Outputs that arrive during the export are for the next one, so that this one ends. So are outputs with a future
    // timestamp: earlier ones may still arrive.
    upTo: await findNewest(db, workspaceId, clock.now()),
  };
}

async function beginShape(
  ctx: Context,
  asked: ExportRequest,
  request: Request,
): Promise<AsyncIterable<string>> {
  const { shape, format } = asked;
  const range = await rangeOf(ctx, asked, request.assertion);
  switch (shape) {
    case 'full':
      return beginParts(ctx, await openFull(ctx, format, request), range);
    case 'decisions': {
      const writer = makeLineWriter(format, DECISION_COLUMNS);
      return beginParts(ctx, { read: readDecided, writer }, range);
    }
    case 'preference': {
      const writer = makeLineWriter(format, PREFERENCE_COLUMNS);
      return beginParts(ctx, { read: readPairs, writer }, range);
    }
  }
}

async function openFull(
  ctx: Context,
  format: ExportFormat,
  { principal, assertion }: Request,
): Promise<Source<FullRow>> {
  const { db, encryptor } = ctx;
  const { workspaceId } = principal;
  const texts = new RuleTexts(ctx, { workspaceId, assertion });
  await texts.loadKnown(await findAppliedVersions(db, workspaceId));
  const viewer = { principal, encryptor };
  return {
    read: readFull,
    prepare: ({ rules }) => texts.load(rules),
    writer: makeLineWriter(format, fullColumns(viewer, texts)),
  };
}

// Filters without text of people or automations. The audit log hides the others.
const PLAIN: ReadonlySet<string> = new Set([
  ...['format', 'shape', 'after', 'status', 'humanDecision', 'from', 'to', 'dueBefore'],
  ...['ruleId', 'ruleOutcome', 'label', 'labelSource', 'revisionOf'],
]);

/** Records who exported which outputs. */
function recordExport(ctx: Context, request: Request): Promise<void> {
  const { query, principal } = request;
  const { workspaceId } = principal;
  const filters = Object.entries(query).map(([name, value]): [string, unknown] =>
    typeof value === 'string' && PLAIN.has(name) ? [name, unredacted(value)] : [name, value],
  );
  return transact(ctx, async (tx) => {
    tx.audit(request, {
      workspaceId,
      action: 'outputs.exported',
      target: { kind: 'workspace', id: workspaceId },
      after: Object.fromEntries(filters),
    });
  });
}
