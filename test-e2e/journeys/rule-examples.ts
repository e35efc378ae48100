/** An output of an AI that creates orders, with all fields that rules can read. */
export const ORDER = {
  output: JSON.stringify({
    currency: 'USD',
    total: 120,
    approved: false,
    due: '2020-01-31',
    items: [{ sku: 'a-1', price: 120 }],
    note: 'We guarantee a refund.',
  }),
  input: JSON.stringify({ customer: { id: 7 } }),
  action: { name: 'Order', summary: 'Order one piece', params: { amount: 120 } },
  metadata: { tier: 'gold' },
  confidence: 0.4,
  latencyMs: 2300,
  costUsd: 0.5,
};

const LENGTH = ORDER.output.length;

/** Rules that fail on the order, with their summaries. */
export const FAILING: readonly (readonly [type: string, value: string, summary: string])[] = [
  ['keyword_required', 'Thank you', 'Required phrase “Thank you” is missing.'],
  [
    'keyword_forbidden',
    'GUARANTEE',
    'Forbidden phrase “GUARANTEE” found at 114: … :[{"sku":"a-1","price":120}],"note":"We guarantee a refund."}.',
  ],
  ['regex_required', '"vat":', 'Required pattern “"vat":” was not found.'],
  [
    'regex_forbidden',
    '(?i)refunds?\\W',
    'Forbidden pattern “(?i)refunds?\\W” found at 126: … guarantee a refund."}.',
  ],
  ['min_length', '500', `Too short: ${LENGTH} characters, at least 500 needed.`],
  ['max_length', '100', `Too long: ${LENGTH} characters, at most 100 allowed.`],
  [
    'json_valid',
    '{"properties":{"items":{"items":{"required":["sku","count"]}}}}',
    'The output does not match the JSON Schema: “items[0].count” is missing.',
  ],
  ['json_field_exists', 'items[1].sku', 'Field “items[1].sku” is missing.'],
  [
    'json_field_equals',
    '{"path":"currency","equals":"EUR"}',
    'Field “currency” is "USD", "EUR" needed.',
  ],
  [
    'json_field_range',
    '{"path":"action.params.amount","max":100}',
    'Field “action.params.amount” is 120, at most 100 allowed.',
  ],
  [
    'json_field_boolean',
    '{"path":"approved","is":true}',
    'Field “approved” is false, true needed.',
  ],
  [
    'json_field_date',
    '{"path":"due","notBefore":"2026-01-01"}',
    'Field “due” is "2020-01-31", must not be before 2026-01-01.',
  ],
  ['confidence_min', '0.8', 'Confidence too low: 0.4, at least 0.8 needed.'],
  ['latency_max', '2000', 'Too slow: 2300 ms, at most 2000 ms allowed.'],
  ['cost_max', '0.05', 'Too expensive: 0.5 USD, at most 0.05 USD allowed.'],
];

/** Rules that pass on the order. */
export const PASSING: readonly (readonly [type: string, value: string])[] = [
  ['keyword_required', 'REFUND'],
  ['keyword_forbidden', 'promise'],
  ['regex_required', '"total":\\d+'],
  ['regex_forbidden', '\\d{16}'],
  ['min_length', '10'],
  ['max_length', '500'],
  ['json_valid', ''],
  ['json_valid', '{"type":"object","required":["total"]}'],
  ['json_field_exists', 'items[0].sku'],
  ['json_field_equals', '{"path":"metadata.tier","equals":"gold"}'],
  ['json_field_range', '{"path":"input.customer.id","min":7,"max":7}'],
  ['json_field_boolean', '{"path":"approved","is":false}'],
  ['json_field_date', '{"path":"due","notAfter":"PT0S"}'],
  ['confidence_min', '0.4'],
  ['latency_max', '2300'],
  ['cost_max', '0.5'],
];
