import { describe, expect, test } from '@jest/globals';

import {
  bodyOf,
  changeOf,
  draftOf,
  EMPTY_DRAFT,
  isValueGiven,
  type Rule,
  RULE_TYPES,
  type RuleDraft,
  type RuleType,
  valueOf,
} from './rule-draft.ts';

const RULE: Rule = {
  ...{
    id: 'r1',
    version: 1,
    name: 'Bounds',
    type: 'json_field_range',
    value: '{"path":"total","max":500}',
  },
  ...{ description: null, projectId: null, projectName: null, taskId: null, taskName: null },
  ...{
    mode: 'live',
    isActive: true,
    shadowRate: 1,
    judgeFiles: false,
    approvals: null,
    llmJudgeProvider: null,
    llmJudgeModel: null,
  },
  ...{ createdAt: '2026-03-04T05:06:07.008Z', updatedAt: '2026-03-04T05:06:07.008Z' },
};
const draft = (type: RuleType, change: Partial<RuleDraft> = {}): RuleDraft => ({
  ...{ ...EMPTY_DRAFT, type },
  ...change,
});

describe('a rule value', () => {
  test('stays the same if it is opened and not changed', () => {
    const values: readonly (readonly [RuleType, string])[] = [
      ['keyword_forbidden', 'guaranteed refund'],
      ['max_length', '280'],
      ['json_valid', '{"type":"object"}'],
      ['json_field_range', '{"path":"total","min":-1.5,"max":500}'],
      ['json_field_boolean', '{"path":"paid","is":false}'],
      ['json_field_date', '{"path":"due","notBefore":"-P7D","notAfter":"2026-12-31"}'],
      ['json_field_equals', '{"path":"region","equals":"EU"}'],
      ['json_field_equals', '{"path":"region","equals":null}'],
      ['json_field_equals', '{"path":"count","equals":"7"}'],
      ['json_field_equals', '{"path":"count","equals":7}'],
      ['json_field_equals', '{"path":"flag","equals":"\\"quoted\\""}'],
      ['json_field_equals', '{"path":"currency","equals":" EUR "}'],
      ['json_field_equals', '{"path":"currency","equals":"EUR\\n"}'],
      ['json_field_equals', '{"path":"comment","equals":""}'],
      ['json_field_equals', '{"path":"comment","equals":"  "}'],
      ['json_field_equals', '{"path":"order","equals":{"id":1.5,"note":" "}}'],
    ];
    for (const [type, value] of values) {
      expect([type, valueOf(draftOf({ ...RULE, type, value }))]).toEqual([type, value]);
    }
  });

  test('parses typed values by their meaning', () => {
    const equals = (text: string) =>
      valueOf(draft('json_field_equals', { parts: { path: ' total ', equals: text } }));
    expect(equals('7')).toBe('{"path":"total","equals":7}');
    expect(equals('"7"')).toBe('{"path":"total","equals":"7"}');
    expect(equals('true')).toBe('{"path":"total","equals":true}');
    expect(equals('seven')).toBe('{"path":"total","equals":"seven"}');
    // It must not become null: the service rejects such a number with the reason.
    expect(equals('1e400')).toBe('{"path":"total","equals":1e400}');
    expect(equals('9007199254740993')).toBe('{"path":"total","equals":9007199254740993}');
  });

  test('leaves out blank parts and those of another type', () => {
    const parts = { path: 'total', min: '  ', max: '500', equals: 'left from before' };
    expect(valueOf(draft('json_field_range', { parts }))).toBe('{"path":"total","max":500}');
  });

  test('counts as given once there is something to try', () => {
    expect(isValueGiven(draft('json_valid'))).toBe(true);
    expect(isValueGiven(draft('keyword_required', { text: '  ' }))).toBe(false);
    expect(isValueGiven(draft('keyword_required', { text: 'Terms' }))).toBe(true);
    expect(isValueGiven(draft('json_field_exists', { text: 'total' }))).toBe(true);
    expect(isValueGiven(draft('json_field_range', { parts: { path: 'total' } }))).toBe(false);
    expect(isValueGiven(draft('json_field_range', { parts: { max: '5' } }))).toBe(false);
    expect(isValueGiven(draft('json_field_range', { parts: { path: 'a', max: '5' } }))).toBe(true);
  });
});

describe('the API body of a rule', () => {
  const judged = draft('llm_judge', {
    ...{ name: 'Tone', text: 'Polite.', llmJudgeProvider: 'openai', llmJudgeModel: 'small' },
    judgeFiles: true,
  });

  test('has judge fields for a judge only', () => {
    expect(bodyOf(judged)).toMatchObject({
      ...{ name: 'Tone', type: 'llm_judge', llmJudgeProvider: 'openai', judgeFiles: true },
    });
    const changed = bodyOf({ ...judged, type: 'max_length' });
    for (const name of ['llmJudgeProvider', 'llmJudgeModel', 'judgeFiles', 'text', 'parts']) {
      expect(changed).not.toHaveProperty(name);
    }
  });

  test('omits the provider to use the configured one', () => {
    expect(bodyOf({ ...judged, llmJudgeProvider: '' })).not.toHaveProperty('llmJudgeProvider');
    expect(draftOf({ ...RULE, llmJudgeProvider: 'a former one' }).llmJudgeProvider).toBe('');
  });

  test('sets several approvals, and clears them if one is enough', () => {
    const approvals = { needed: 3, notSubmitter: true, groupId: 'finance' };
    const opened = draftOf({ ...RULE, approvals });

    expect(bodyOf(opened)).toMatchObject({ approvals });
    expect(bodyOf({ ...opened, groupId: '' }).approvals).toEqual({ needed: 3, notSubmitter: true });
    expect(bodyOf(draftOf(RULE))).not.toHaveProperty('approvals');
    expect(changeOf(opened, { ...opened, needed: 1 })).toEqual({ approvals: null });
    for (const name of ['needed', 'groupId', 'notSubmitter']) {
      expect(bodyOf(opened)).not.toHaveProperty(name);
    }
  });

  test('takes the share of outputs to judge as a percentage', () => {
    const opened = draftOf({ ...RULE, type: 'llm_judge', mode: 'shadow', shadowRate: 0.07 });

    expect(opened.shadowRate).toBe('7');
    expect(bodyOf(opened)).toMatchObject({ shadowRate: 0.07 });
    expect(changeOf(opened, { ...opened, shadowRate: '12.5' })).toEqual({ shadowRate: 0.125 });
  });

  test('clears emptied fields of an existing rule', () => {
    const filled = { ...judged, description: 'Legal.', projectName: 'Letters', taskName: 'reply' };
    const emptied = {
      ...filled,
      llmJudgeProvider: '',
      llmJudgeModel: '',
      description: '',
      taskName: '',
    } as const;
    expect(changeOf(filled, emptied)).toEqual({
      ...{ llmJudgeProvider: null, llmJudgeModel: '', description: '' },
      ...{ projectName: 'Letters', taskName: '' },
    });
    expect(changeOf(emptied, filled)).toMatchObject({ llmJudgeProvider: 'openai' });
  });

  test('has only the changed fields of an existing rule, and the fields that belong to them', () => {
    const opened = draftOf({ ...RULE, description: 'Legal.', mode: 'shadow' });
    const parts = { ...opened.parts, max: '600' };

    expect(changeOf(opened, opened)).toEqual({});
    expect(changeOf(opened, { ...opened, description: '' })).toEqual({ description: '' });
    expect(changeOf(opened, { ...opened, parts })).toEqual({
      ...{ type: 'json_field_range', value: '{"path":"total","max":600}' },
    });
    expect(changeOf(opened, { ...opened, projectName: 'Letters' })).toEqual({
      ...{ projectName: 'Letters', taskName: '' },
    });
    expect(changeOf(draft('max_length'), judged)).toMatchObject({
      ...{ type: 'llm_judge', value: 'Polite.', llmJudgeProvider: 'openai', judgeFiles: true },
    });
  });

  test('starts from an empty draft for every type', () => {
    for (const type of RULE_TYPES) expect(typeof valueOf(draft(type))).toBe('string');
  });
});
