import type { Answer } from '../../api/client.ts';
import { texts as componentTexts } from '../../components/texts.ts';
import { texts as deliveryTexts } from '../../deliveries/texts.ts';
import { digestIntervals, ruleModes, ruleTypes, scopeNames } from '../../field-names.ts';
import { formatBytes, formatPercent } from '../../formats.ts';
import { texts } from './texts.ts';

export type AuditRecord = Answer<'listAuditRecords'>['items'][number];
type State = NonNullable<AuditRecord['before']>;
type Value = State[string];

const NAMES: Readonly<Record<string, string>> = texts.fields;

/** Lists each field's old and new value, where the record has them. */
export function describeChange({ before, after }: Pick<AuditRecord, 'before' | 'after'>) {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields].map((field) => ({
    field,
    // A newer release may have fields that this page does not know.
    name: NAMES[field] ?? field,
    text: describe(field, before?.[field], after?.[field]),
  }));
}

function describe(field: string, before: Value | undefined, after: Value | undefined): string {
  if (before === undefined || before === null) return show(field, after);
  // Only a fingerprint of a text is kept, which shows that it changed, but not how.
  if (isHidden(before) && isHidden(after)) return texts.changedText;
  return `${show(field, before)} → ${show(field, after)}`;
}

const CODES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  decision: componentTexts.decision,
  status: componentTexts.status,
  role: componentTexts.roles,
  type: ruleTypes,
  mode: ruleModes,
  llmJudgeProvider: componentTexts.judgeProviders,
  defaultJudgeProvider: componentTexts.judgeProviders,
  scopes: scopeNames,
  events: deliveryTexts.events.names,
  outboundWebhookEvents: deliveryTexts.events.names,
  slackDigest: digestIntervals,
  emailDigest: digestIntervals,
};

const AMOUNTS: Readonly<Record<string, (amount: number) => string>> = {
  sampleRate: formatPercent,
  shadowRate: formatPercent,
  mediaQuotaBytes: formatBytes,
};

function show(field: string, value: Value | undefined): string {
  if (value === undefined || value === null) return '–';
  if (isHidden(value)) return texts.text;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'number') return AMOUNTS[field]?.(value) ?? String(value);
  const nameOf = (code: string): string => CODES[field]?.[code] ?? code;
  return Array.isArray(value) ? value.map(nameOf).join(', ') : nameOf(value);
}

function isHidden(value: Value | undefined): value is { hmac: string } {
  return typeof value === 'object' && value !== null && 'hmac' in value;
}
