import { Type } from '@sinclair/typebox';

import { lookUpRuleVersions } from '../internal/evaluation.ts';
import { defineOperation } from '../operation.ts';
import { OneOf } from '../schema/nullable.ts';
import { searchOutputs } from './search.ts';

export const EXPORT_FORMATS = ['jsonl', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORT_SHAPES = ['full', 'decisions', 'preference'] as const;
export type ExportShape = (typeof EXPORT_SHAPES)[number];

export const EXPORT_CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  jsonl: 'application/x-ndjson',
  csv: 'text/csv',
};

// All filters of search. An export has its own order and no pages.
const {
  sortBy: _sortBy,
  sortDir: _sortDir,
  page: _page,
  limit: _limit,
  cursor: _cursor,
  fields: _fields,
  ...FILTERS
} = searchOutputs.query.properties;

export const exportOutputs = defineOperation({
  id: 'exportOutputs',
  method: 'GET',
  path: '/api/logs/export',
  owner: 'review',
  summary: 'Export outputs',
  description:
    'Streams every output that the filters of search match, oldest first, up to the newest at the ' +
    'time of the request. `full` is one output per line as `GET /api/logs/{id}` returns it, without ' +
    '`claimedBy`, `claimedUntil`, `excerpt`, `revisions` and `sessionTurnCount`. `decisions` is a flat line for each decided ' +
    'output: `id, timestamp, createdAt, projectId, projectName, taskName, model, ' +
    'instructionsVersion, status, verdict, confidenceScore, flaggedBy, flagReason, humanDecision, ' +
    'decisionSource, decidedBy, decidedAt, comment, correctedOutput, correctedAction, reasonIds`. `preference` ' +
    'is a line for each corrected text: `input, chosen, rejected, project, task, model, id`. CSV has ' +
    'a header; lists and objects are JSON in a cell, and a text that a spreadsheet would take for a ' +
    'formula has an apostrophe before it. If the export fails, the connection is closed without the last chunk: ' +
    'continue with `after`. The audit log records each export. A workspace can run four exports ' +
    'at a time; beyond that the answer is 429.',
  tag: 'Outputs',
  access: { role: 'manager', scope: 'read' },
  onward: [lookUpRuleVersions],
  // Finding the first part may mean searching many outputs.
  answersWithinMs: 25_000,
  query: Type.Object({
    format: Type.Unsafe<ExportFormat>({ ...OneOf(EXPORT_FORMATS), default: 'jsonl' }),
    shape: Type.Unsafe<ExportShape>({ ...OneOf(EXPORT_SHAPES), default: 'full' }),
    after: Type.Optional(
      Type.String({
        description:
          '`<timestamp>,<id>` of the last line that you have, or its `<id>` alone. The export ' +
          'continues after that output.',
      }),
    ),
    ...FILTERS,
  }),
  bytes: 'answer',
  answerTypes: Object.values(EXPORT_CONTENT_TYPES),
  headers: { answers: { 200: { 'Content-Disposition': 'A name for the file.' } } },
  responses: { 200: Type.String() },
  errors: ['FORBIDDEN', 'RATE_LIMITED'],
});

export const EXPORT_OPERATIONS = [exportOutputs] as const;
