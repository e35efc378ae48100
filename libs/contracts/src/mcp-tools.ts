import { type TObject, type TSchema, Type } from '@sinclair/typebox';

import { getOrSeedInstructions } from './http/instructions.ts';
import { getOutputStatus, OUTPUT_COLUMNS } from './http/logs.ts';
import { searchOutputs } from './http/search.ts';
import { IDEMPOTENCY_KEY_LENGTH_MAX, SubmitBody, submitOutput } from './http/submit.ts';
import type { Operation } from './operation.ts';
import { OUTPUT_STATUSES, VERDICTS } from './output.ts';
import { Nullable, OneOf } from './schema/nullable.ts';

/** Hints about a tool for clients, as defined by the protocol. */
interface McpAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** A tool of the MCP server. Models read its texts. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: McpAnnotations;
  /** The operation behind the tool: the same callers may use it, with the same limits. */
  readonly operation: Operation;
  readonly input: TObject;
  readonly output: TObject;
}

/** A call must end before clients give up, most of them after 60 s. Source: the interface. */
const AWAIT_SECONDS_MAX = 50;

const described = <S extends TSchema>(schema: S, description: string): S => ({
  ...schema,
  description,
});

const Ignored = {
  ignoredFields: Type.Array(Type.String(), {
    description: 'Arguments that are unknown and were ignored. Check for typing errors.',
  }),
};
const Note = {
  note: Type.String({ description: 'What to do now.' }),
};

const WRITES = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
} as const;
const READS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/** Replaces the header. */
export const IdempotencyArgument = Type.Object({
  idempotencyKey: Type.Optional(
    Type.String({
      maxLength: IDEMPOTENCY_KEY_LENGTH_MAX,
      'x-trim': true,
      description:
        'Makes retries safe: for 24 hours, the same key with the same arguments gets the first ' +
        'answer again, and nothing is stored twice.',
    }),
  ),
});

const { properties: fields } = SubmitBody;

const submission = {
  project: described(fields.project, 'Name of the project. Created on first use.'),
  task: described(fields.task, 'Name of the task inside the project. Created on first use.'),
  input: described(fields.input, 'What you received: the request, the message to answer.'),
  id: described(fields.id, 'An ID of your own, unique in the workspace. Generated if left out.'),
  sessionId: described(fields.sessionId, 'The conversation that it belongs to.'),
  subjectId: described(fields.subjectId, 'What it is about, such as a customer or an order.'),
  actorId: described(fields.actorId, 'Who caused it.'),
  model: described(fields.model, 'The model that you are.'),
  tags: fields.tags,
  metadata: described(fields.metadata, 'Anything else that rules or reviewers need.'),
  revisionOf: described(fields.revisionOf, 'The ID of the earlier output that this one replaces.'),
  respondBy: fields.respondBy,
  onDeadline: described(
    fields.onDeadline,
    'What happens if nobody has decided by respondBy. Default: reviewers are notified again.',
  ),
  ...IdempotencyArgument.properties,
};

const SubmitAnswer = {
  ok: Type.Literal(true),
  id: Type.String({ description: 'The ID of the output, for await_decision.' }),
  status: OneOf(OUTPUT_STATUSES),
  verdict: Type.Optional(Nullable(OneOf(VERDICTS))),
  confidenceScore: Type.Optional(Nullable(Type.Number())),
  explanation: Type.Optional(Nullable(Type.String())),
};

const submitTool = {
  name: 'submit_output',
  title: 'Submit an output for review',
  description:
    'Sends a text that you wrote (a mail, an answer, a report) to be checked against the rules of the ' +
    'workspace before anybody uses it. What fails a rule, or has requireApproval, waits for a person. ' +
    'With sync the verdict is in the answer; otherwise, and whenever the output is held, call ' +
    'await_decision. To ask before you do something rather than say something, use request_approval.',
  annotations: WRITES,
  operation: submitOutput,
  input: Type.Object({
    ...fields,
    ...submission,
    requireApproval: described(
      fields.requireApproval,
      'Hold the output for a person, even if it passes the rules.',
    ),
  }),
  output: Type.Object({ ...SubmitAnswer, ...Note, ...Ignored }),
};

const approvalTool = {
  name: 'request_approval',
  title: 'Ask a person to approve an action',
  description:
    'Asks before you act: describes one action that you want to take (send, pay, delete, change) and holds it ' +
    'until a person decides. It does not perform the action. Then call await_decision with the returned ' +
    'id, and act only if that says mayProceed: true. One call is one action; ask again for another ' +
    'action or other parameters.',
  annotations: WRITES,
  operation: submitOutput,
  input: Type.Object({
    ...submission,
    approvals: fields.approvals,
    action: Type.Object({
      name: described(fields.action.properties.name, 'The tool or function that would be called.'),
      summary: described(
        fields.action.properties.summary,
        'What will happen, in plain words for the person who decides, with all that matters: who, what, how much.',
      ),
      params: described(
        fields.action.properties.params,
        'The exact parameters that you would call it with. The person may change them.',
      ),
    }),
  }),
  output: Type.Object({ ...SubmitAnswer, ...Note, ...Ignored }),
};

const awaitTool = {
  name: 'await_decision',
  title: 'Wait for the decision on an output',
  description:
    'Waits until an output passed or a person decided, at most `wait` seconds, and says whether you may ' +
    'proceed. mayProceed: false with settled: false means that nobody has decided yet. That is not an ' +
    'approval: call await_decision again, or stop. With mayProceed: true, use correctedOutput or ' +
    'correctedAction, if it is set, instead of what you submitted.',
  annotations: READS,
  operation: getOutputStatus,
  input: Type.Object({
    id: Type.String({
      minLength: 1,
      description: 'The id that submit_output or request_approval returned.',
    }),
    wait: Type.Integer({
      minimum: 0,
      maximum: AWAIT_SECONDS_MAX,
      default: AWAIT_SECONDS_MAX,
      description: 'How many seconds to wait. 0 answers at once.',
    }),
  }),
  output: Type.Object({
    ...getOutputStatus.responses[200].properties,
    mayProceed: Type.Boolean({
      description: 'Whether the output may be used, or the action taken, as corrected if it was.',
    }),
    ...Note,
    ...Ignored,
  }),
};

const instructionsTool = {
  name: 'get_instructions',
  title: 'Get the instructions of a task',
  description:
    'Gets the instructions that people maintain for a task: read them before you begin, and follow them. ' +
    'NO_INSTRUCTIONS means that there are none for these names.',
  annotations: READS,
  operation: getOrSeedInstructions,
  input: Type.Object({
    project: described(getOrSeedInstructions.body.properties.project, 'Name of the project.'),
    task: described(getOrSeedInstructions.body.properties.task, 'Name of the task.'),
  }),
  output: Type.Object({ ...getOrSeedInstructions.responses[200].properties, ...Ignored }),
};

const { page: _page, limit: _limit, fields: _fields, ...filters } = searchOutputs.query.properties;

// Columns that identify an output, without its texts, which may be a megabyte each.
const FOUND_COLUMNS = [
  ...['id', 'timestamp', 'projectName', 'taskName', 'status', 'verdict', 'humanDecision'],
  ...['explanation', 'excerpt', 'tags'],
];

const searchTool = {
  name: 'search_outputs',
  title: 'Search outputs',
  description:
    'Finds earlier outputs and actions of the workspace with their verdicts and decisions, newest first. ' +
    'Ask for the texts with `fields`, for a few outputs at a time.',
  annotations: READS,
  operation: searchOutputs,
  input: Type.Object({
    ...filters,
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
    fields: Type.String({
      default: FOUND_COLUMNS.join(','),
      description: `Comma-separated columns to return, of: ${Object.keys(OUTPUT_COLUMNS).join(', ')}.`,
    }),
  }),
  output: Type.Object({ ...searchOutputs.responses[200].properties, ...Ignored }),
};

/** The tools of the MCP server, by name. */
export const MCP_TOOLS = {
  submit_output: submitTool,
  request_approval: approvalTool,
  await_decision: awaitTool,
  get_instructions: instructionsTool,
  search_outputs: searchTool,
} as const satisfies Record<string, McpTool>;
export type McpToolName = keyof typeof MCP_TOOLS;
