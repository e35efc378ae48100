// Made from the contracts by `npm run publish-client`.

export interface paths {
    "/api/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search outputs
         * @description Newest first by default. Ties are sorted by ID, and absent values come last. `page` × `limit` can be at most 100,000. Beyond that, or if outputs arrive while you page, continue with `cursor`.
         *
         *     Session: role viewer or above.
         *
         *     Token: scope read.
         */
        get: operations["searchOutputs"];
        put?: never;
        /**
         * Submit an output for evaluation
         * @description Returns 202 once the output is stored; with `sync: true`, 200 with the verdict. Either way, the output is stored durably. With an `Idempotency-Key` header, a retry gets exactly the response that the first request got.
         *
         *     Token: scope submit.
         */
        post: operations["submitOutput"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/logs/{id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Decide an output
         * @description The output must have been evaluated. Repeating its decision changes nothing; a different decision needs `override`. `changed` needs either `comment` (redo it like this) or a correction: `correctedOutput` (use this instead), `correctedAction` (run the action with these params), or both.
         *
         *     A correction by a session is checked first, by the active rules that read what was corrected. If one of them fails or errors, the response is 409 `CORRECTION_FLAGGED` with `appliedRules`, and nothing has changed; the same call with `confirmFlagged` decides. Judges are called too: that counts toward the limit of 20 calls per minute that can call a model, and a judge that does not answer within 25 s ends as `error`. A correction by a token is checked too, but not refused for that; the timeline names the rules that failed. A correction on which a rule with `approvals` fails or errs returns 400 for every caller, even with `confirmFlagged`: several people would have to approve it.
         *
         *     An output whose submission could not be read cannot be approved until that is replayed: 409 `CONFLICT`.
         *
         *     While another person has claimed the output, a session is refused with 409 `CLAIMED` and `claimedBy`, unless it sends `takeOver`.
         *
         *     Where an output needs `approvals`, only people can approve it, and it is decided with the last of them; until then `humanDecision` is null. One rejection, `changed` with a comment, or `handled` decides. Tokens can only reject, and corrections are refused. `approved` with `override` begins again with the first approval.
         *
         *     With `teach`, the comment is queued as feedback for the instructions; an output that is already decided stays as it is, and `decision` can be left out. `queued` says whether the comment is queued, and `notQueuedBecause` why not: the output has no task, the task has no instructions, these have as many queued notes as they can have (`queue_full`: send it again once there is room), or they cannot be reached (`not_yet`: the comment is queued once they can be, if there are any). Tokens can only decide if the workspace has `tokensMayDecide` on.
         *
         *     Session: role reviewer or above.
         *
         *     Token: scope decide.
         */
        patch: operations["decideOutput"];
        trace?: never;
    };
    "/api/logs/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the status of an output, or wait for its decision
         * @description An output is settled when it passed without being held, or when it was decided; a flag unsettles it. With `wait`, the response is sent when the output settles, or after that many seconds with the current status. If the output is deleted in the meantime, the response is 404. A token or session can hold at most 100 waiting calls per gateway; beyond that the answer is 429. To a token without the scope `read`, `comment`, `correctedOutput`, `correctedAction`, `decidedBy`, `decidedAt` and `approvals` are null for outputs that it did not submit.
         *
         *     Session: role viewer or above.
         *
         *     Token: scope submit or read.
         */
        get: operations["getOutputStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Flag an output for review
         * @description Sends an evaluated output back to the queue. Clears the decision, which stays in the list of decisions. `reason` is put before the explanation, and both together are truncated to 16,384 characters.
         *
         *     Session: role reviewer or above.
         *
         *     Token: scope decide.
         */
        patch: operations["flagOutput"];
        trace?: never;
    };
    "/api/logs/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw an output
         * @description Takes an output that no longer needs a decision out of the queue: it becomes `handled`, even while it is still being evaluated. `reason` is kept as the comment of the decision. Only the token that submitted the output and the workspace token can withdraw it. Repeating the call with the same `reason` changes nothing; another `reason`, or an output with another decision, returns 409.
         *
         *     Token: scope submit.
         */
        post: operations["withdrawOutput"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/logs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an output
         * @description Session: role viewer or above.
         *
         *     Token: scope read.
         */
        get: operations["getOutput"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Edit the details of an output
         * @description Send at least one field. The output itself, its verdict and its decision do not change.
         *
         *     An output whose submission could not be read cannot be edited until that is replayed: 409 `CONFLICT`.
         *
         *     Session: role reviewer or above.
         *
         *     Token: scope decide.
         */
        patch: operations["editDetails"];
        trace?: never;
    };
    "/api/logs/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export outputs
         * @description Streams every output that the filters of search match, oldest first, up to the newest at the time of the request. `full` is one output per line as `GET /api/logs/{id}` returns it, without `claimedBy`, `claimedUntil`, `excerpt`, `revisions` and `sessionTurnCount`. `decisions` is a flat line for each decided output: `id, timestamp, createdAt, projectId, projectName, taskName, model, instructionsVersion, status, verdict, confidenceScore, flaggedBy, flagReason, humanDecision, decisionSource, decidedBy, decidedAt, comment, correctedOutput, correctedAction, reasonIds`. `preference` is a line for each corrected text: `input, chosen, rejected, project, task, model, id`. CSV has a header; lists and objects are JSON in a cell, and a text that a spreadsheet would take for a formula has an apostrophe before it. If the export fails, the connection is closed without the last chunk: continue with `after`. The audit log records each export. A workspace can run four exports at a time; beyond that the answer is 429.
         *
         *     Session: role manager or above.
         *
         *     Token: scope read.
         */
        get: operations["exportOutputs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/instructions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List instructions
         * @description Session: role viewer or above.
         *
         *     Token: scope read.
         */
        get: operations["listInstructions"];
        put?: never;
        /**
         * Get or seed instructions
         * @description A read request that is a POST only so that the body can carry `default`. If there are no instructions, the default becomes version 1; otherwise it is ignored. A token needs the scope submit to send `default`.
         *
         *     Token: scope submit or read.
         */
        post: operations["getOrSeedInstructions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/instructions/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the active version of instructions
         * @description With `If-None-Match`, a caller that already has it gets 304 without the text.
         *
         *     Session: role viewer or above.
         *
         *     Token: scope read.
         */
        get: operations["getCurrentInstructions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/instructions/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List versions of instructions, newest first
         * @description The newest 1000. Versions are numbered from 1 without gaps, and older ones can be read, compared and restored by their numbers.
         *
         *     Session: role viewer or above.
         *
         *     Token: scope read.
         */
        get: operations["listInstructionsVersions"];
        put?: never;
        /**
         * Save a new version of instructions
         * @description If there are no instructions yet, it becomes version 1. If `baseVersion` is not the active version, the response is `VERSION_CONFLICT` and nothing is saved; 0 counts as absent. `noteRefs` lists queued notes that the version addresses; they leave the queue with it.
         *
         *     Session: role manager or above.
         *
         *     Token: scope instruct.
         */
        post: operations["saveInstructionsVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/instructions/versions/{n}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a version of instructions with its text
         * @description Session: role viewer or above.
         *
         *     Token: scope read.
         */
        get: operations["getInstructionsVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/instructions/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare two versions of instructions by line
         * @description The parts of both texts, in order. Texts that have little in common are returned as one removed part and one added part between their common beginning and end.
         *
         *     Session: role viewer or above.
         *
         *     Token: scope read.
         */
        get: operations["compareInstructionsVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/instructions/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get results of outputs by version of instructions
         * @description Newest version first. Versions without outputs, and names that do not exist, have no results.
         *
         *     Session: role viewer or above.
         *
         *     Token: scope read.
         */
        get: operations["getInstructionsResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/instructions/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Queue feedback for the instructions
         * @description Sending the same `ref` again replaces the note while it is queued. Without `ref`, one is generated. A document can have 1000 queued notes: further ones are refused with 409 `CONFLICT` until a version uses some, or some are withdrawn.
         *
         *     Session: role reviewer or above.
         *
         *     Token: scope submit.
         */
        post: operations["queueFeedback"];
        /**
         * Withdraw queued feedback
         * @description `ref`, in the body or the query, identifies the note. Add `project` and `task` if several notes have this `ref`.
         *
         *     Session: role reviewer or above.
         *
         *     Token: scope submit.
         */
        delete: operations["withdrawFeedback"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/logs/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the names of tasks that have outputs
         * @description Session: role viewer or above.
         *
         *     Token: scope read.
         */
        get: operations["listTaskNames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/logs/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the timeline of an output, oldest event first
         * @description How the output was accepted and last evaluated, and the newest 1,000 of all other events.
         *
         *     Session: role viewer or above.
         *
         *     Token: scope read.
         */
        get: operations["getOutputTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an upload for a file that you send before its output
         * @description PUT the bytes to `uploadUrl` with the given headers and without an `Authorization` header, then name the key in a submission: `{source: "uploaded", key}`. An upload that no output names within 24 hours is deleted.
         *
         *     Token: scope submit.
         */
        post: operations["createUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/media-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a signed download URL for a file
         * @description Session: role viewer or above.
         *
         *     Token: scope read.
         */
        get: operations["getMediaUrl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/media/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file
         * @description The key is the rest of the path. The response redirects to a signed link.
         *
         *     Session: role viewer or above.
         *
         *     Token: scope read.
         */
        get: operations["getMedia"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List projects
         * @description Session: role viewer or above.
         *
         *     Token: scope read.
         */
        get: operations["listProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tasks of a project
         * @description Session: role viewer or above.
         *
         *     Token: scope read.
         */
        get: operations["listTasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List subscriptions
         * @description Newest first. Lists active subscriptions; with `all=true`, also the 1,000 newest of those that have ended.
         *
         *     Session: role manager or above.
         *
         *     Token: scope read.
         */
        get: operations["listSubscriptions"];
        put?: never;
        /**
         * Create a subscription
         * @description Subscribes a URL to events that happen after the response. If there is a subscription with the same URL and events, it is returned with 200, and reactivated if it had ended. Either way, the token that made the request can delete it.
         *
         *     Session: role manager or above.
         *
         *     Token: scope subscribe.
         */
        post: operations["createSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a subscription
         * @description You can also delete a subscription that has already ended. Events that are not delivered yet are no longer sent. A named token can delete only subscriptions that it posted itself.
         *
         *     Session: role manager or above.
         *
         *     Token: scope subscribe.
         */
        delete: operations["deleteSubscription"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Verify a token
         * @description Token: scope read.
         */
        get: operations["verifyToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message to the MCP server
         * @description Model Context Protocol by Streamable HTTP, without sessions: each message is a request of its own. The response is JSON, or the same as server-sent events (`text/event-stream`), among them progress notifications while a tool waits. A notification gets 202. `tools/list` has the tools that the scopes of the token allow; a call of a tool counts against the limits of the operation that it stands for, and every other message is a read. A tool that fails answers with `isError` and the error body as text. JSON-RPC batches are refused.
         *
         *     Token: scope submit or read or decide or instruct or subscribe.
         */
        post: operations["callMcp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Error: {
            /** @description A human-readable error message. */
            error: string;
            /** @enum {string} */
            code: "VALIDATION_FAILED" | "INVALID_JSON" | "UNAUTHENTICATED" | "FORBIDDEN" | "NOT_FOUND" | "NO_INSTRUCTIONS" | "REVISION_NOT_FOUND" | "UPLOAD_CONSUMED" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "STILL_EVALUATING" | "ALREADY_DECIDED" | "CLAIMED" | "NOT_DECIDED" | "ID_CONFLICT" | "IDEMPOTENCY_IN_FLIGHT" | "VERSION_CONFLICT" | "STALE_DRAFT" | "DRAFT_IN_PROGRESS" | "NO_NOTES" | "NO_LABELS" | "NO_MODEL_CONFIGURED" | "CORRECTION_FLAGGED" | "PROJECT_NOT_EMPTY" | "TASK_NOT_EMPTY" | "LAST_ADMIN" | "WORKSPACE_CHANGED" | "PAYLOAD_TOO_LARGE" | "MEDIA_QUOTA_EXCEEDED" | "UNSUPPORTED_MEDIA_TYPE" | "MISDIRECTED_REQUEST" | "IDEMPOTENCY_KEY_REUSED" | "UNPROCESSABLE_ATTACHMENT" | "RATE_LIMITED" | "INTERNAL" | "UNAVAILABLE";
            /** @description Error messages by dotted path of the field, with indexes from 0, such as `tags.3`. */
            fields: {
                [key: string]: string;
            };
        };
    };
    responses: {
        /** @description Errors that any operation can return, such as `VALIDATION_FAILED` (for its path, or for U+0000 in any parameter), `FORBIDDEN`, `WORKSPACE_CHANGED`, `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `RATE_LIMITED`, `INTERNAL` and `UNAVAILABLE`. */
        AnyError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                "X-Workspace": components["headers"]["X-Workspace"];
                "X-User": components["headers"]["X-User"];
                /** @description Seconds to wait before retrying the request. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description With a session: the ID of the workspace that the request is meant for. If the session acts in another workspace by now, nothing is done and the response is 409 `WORKSPACE_CHANGED`. Scripts can leave it out. */
        "X-Workspace": string;
        /** @description With a session: the ID of the person who makes the request. If somebody else is signed in by now, nothing is done and the response is 409 `WORKSPACE_CHANGED`. Scripts can leave it out. */
        "X-User": string;
    };
    requestBodies: never;
    headers: {
        /** @description Identifies this request. Quote it when you report a problem. */
        "X-Request-Id": string;
        /** @description Fields and parameters of the request that are unknown and were ignored. */
        "X-Ignored-Fields": string;
        /** @description With a session: the ID of the workspace that it acts in. */
        "X-Workspace": string;
        /** @description With a session: the ID of the person who is signed in. */
        "X-User": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    searchOutputs: {
        parameters: {
            query?: {
                /** @description If `true`, only flagged or error outputs without a decision. */
                pending?: boolean;
                status?: "pending" | "pass" | "flagged" | "error";
                /** @description Full name, case-insensitive, or ID. Leading and trailing whitespace is removed. */
                project?: string;
                /** @description Full name, case-insensitive, or ID. Leading and trailing whitespace is removed. */
                task?: string;
                sessionId?: string;
                subjectId?: string;
                actorId?: string;
                /** @description Part of the project, task, model, session, subject or actor. Case-insensitive. */
                q?: string;
                /** @description Full name. */
                model?: string;
                /** @description Comma-separated. The output must have all of them. A tag with surrounding whitespace also matches the tag without it. */
                tags?: string;
                /** @description A time without a zone is UTC. A date without a time is accepted too. */
                from?: string;
                /** @description A time without a zone is UTC. A date without a time is accepted too. */
                to?: string;
                /** @description `none`: only outputs without a decision. */
                humanDecision?: "approved" | "rejected" | "changed" | "handled" | "none";
                /** @description `true`: only passed outputs that are samples. `false`: all others. */
                sampled?: boolean;
                decidedBy?: string;
                /** @description ID of a reason that the decision gave. */
                reason?: string;
                /** @description `me`: only outputs that you have claimed. `none`: only unclaimed outputs. Otherwise the email of the person who has claimed them. */
                claimedBy?: string;
                /** @description `me`: only outputs that are assigned to you or to one of your groups. `none`: only unassigned outputs. Otherwise the ID of a person or of a group. */
                assignee?: string;
                /** @description Only outputs that this rule was applied to. */
                ruleId?: string;
                /** @description Only outputs that this version of the rule in `ruleId` was applied to, including in shadow. Requires `ruleId`. */
                ruleVersion?: number;
                /** @description `passed`, `failed`, `error` or `skipped`, or several separated by commas: outcome of the rule in `ruleId`, in the version in `ruleVersion`. Without `ruleId`, of any rule. Must be one or several of passed, failed, error, skipped, separated by commas. */
                ruleOutcome?: string;
                /** @description `good`: approved. `bad`: rejected or changed. `none`: neither, including `handled` and decisions by a deadline. */
                label?: "good" | "bad" | "none";
                /** @description `reviewed`, `bulk` or `imported`, or several separated by commas: only outputs with a label that was given one by one, to many outputs at once, or through the API to an output with a tag that begins with `imported:`. Must be one or several of reviewed, bulk, imported, separated by commas. */
                labelSource?: string;
                flaggedBy?: string;
                instructionsVersion?: number;
                revisionOf?: string;
                hasAction?: boolean;
                /** @description A time without a zone is UTC. A date without a time is accepted too. */
                dueBefore?: string;
                sortBy?: "timestamp" | "projectName" | "model" | "status" | "latencyMs" | "costUsd" | "respondBy";
                sortDir?: "asc" | "desc";
                page?: number;
                limit?: number;
                /** @description The `nextCursor` of the previous response. Replaces `page`. */
                cursor?: string;
                /** @description Comma-separated columns to return. Default: all. */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Search outputs */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        executions: {
                            id?: string;
                            /** Format: date-time */
                            timestamp?: string;
                            projectId?: string | null;
                            projectName?: string | null;
                            taskName?: string | null;
                            sessionId?: string | null;
                            subjectId?: string | null;
                            actorId?: string | null;
                            model?: string | null;
                            /** @enum {string} */
                            status?: "pending" | "pass" | "flagged" | "error";
                            instructionsVersion?: number | null;
                            latencyMs?: number | null;
                            costUsd?: number | null;
                            verdict?: ("pass" | "fail") | null;
                            confidenceScore?: number | null;
                            humanDecision?: ("approved" | "rejected" | "changed" | "handled") | null;
                            decidedAt?: string | null;
                            decidedBy?: string | null;
                            decisionSource?: ("dashboard" | "api" | "deadline" | "slack") | null;
                            callbackUrl?: string | null;
                            metadata?: {
                                [key: string]: unknown;
                            };
                            tags?: string[];
                            input?: string | null;
                            output?: string | null;
                            excerpt?: string | null;
                            explanation?: string | null;
                            respondBy?: string | null;
                            /** @description Whether it passed and was selected for review by the sample rate. */
                            sampled?: boolean;
                            claimedBy?: string | null;
                            claimedUntil?: string | null;
                            assignee?: {
                                /** @enum {string} */
                                kind: "user" | "group";
                                id: string;
                                name: string;
                            } | null;
                            approvals?: {
                                needed: number;
                                given: {
                                    by: string | null;
                                    /** Format: date-time */
                                    at: string;
                                }[];
                                /** @description Groups of which a member must approve. Left out if there are none. */
                                groups?: {
                                    id: string;
                                    name: string;
                                    /** @description Whether a member of the group, or a person who stands in for it, has approved. */
                                    isGiven: boolean;
                                }[];
                            } | null;
                            sessionTurnCount?: number;
                        }[];
                        total: number;
                        page: number;
                        limit: number;
                        summary: {
                            totalRuns: number;
                            failuresDetected: number;
                            pendingReviews: number;
                            successRate: number;
                        };
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `VALIDATION_FAILED` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    submitOutput: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this submission of this token for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Leading and trailing whitespace is removed. */
                    project: string;
                    /** @description Leading and trailing whitespace is removed. */
                    task?: string;
                    /** @description Plain text or JSON text. An empty string means that the AI answered nothing. At most 1048576 bytes in UTF-8. */
                    output?: string;
                    /** @description At most 1048576 bytes in UTF-8. */
                    input?: string;
                    /** @description Evaluate inline, and return the verdict in the response. */
                    sync?: boolean;
                    /** @description Must begin with a letter or digit and contain only letters, digits, "_", ".", ":" and "-". "tasks", "bulk" and "export" are reserved. */
                    id?: string;
                    sessionId?: string;
                    subjectId?: string;
                    actorId?: string;
                    model?: string;
                    latencyMs?: number;
                    costUsd?: number;
                    confidence?: number;
                    /**
                     * Format: date-time
                     * @description A time without a zone is UTC. A date without a time is accepted too.
                     */
                    timestamp?: string;
                    tags?: string[];
                    /** @description At most 65536 bytes as JSON. At most 8 levels deep. */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    attachments?: {
                        /** @enum {string} */
                        source: "upload" | "url" | "uploaded" | "stored";
                        /** @description With `uploaded` and `stored`: the key, `/api/media/{key}`, or that path at the address of this service. */
                        key?: string;
                        /** @description With `url`: an https URL that the service fetches. */
                        url?: string;
                        /** @description With `upload`: the bytes in base64. */
                        data?: string;
                        filename?: string;
                        label?: string;
                        /** @description Only a hint for text files: the type is detected from the bytes. */
                        contentType?: string;
                    }[];
                    outputAttachments?: {
                        /** @enum {string} */
                        source: "upload" | "url" | "uploaded" | "stored";
                        /** @description With `uploaded` and `stored`: the key, `/api/media/{key}`, or that path at the address of this service. */
                        key?: string;
                        /** @description With `url`: an https URL that the service fetches. */
                        url?: string;
                        /** @description With `upload`: the bytes in base64. */
                        data?: string;
                        filename?: string;
                        label?: string;
                        /** @description Only a hint for text files: the type is detected from the bytes. */
                        contentType?: string;
                    }[];
                    action?: {
                        /** @description Must not be blank. */
                        name: string;
                        /** @description Must not be blank. */
                        summary: string;
                        /** @description At most 65536 bytes as JSON. At most 8 levels deep. */
                        params?: {
                            [key: string]: unknown;
                        };
                    };
                    requireApproval?: boolean;
                    /** @description How many people must approve, each once. Implies `requireApproval`. */
                    approvals?: {
                        needed: number;
                        /** @description At least one of them must be a member of this group. The group needs a member who may approve. */
                        groupId?: string;
                        /** @description Whether the person who created the submitting token, and the one whose email is `actorId`, may not approve. */
                        notSubmitter?: boolean;
                    };
                    callbackUrl?: string;
                    /** @enum {string} */
                    callbackEvents?: "all" | "flagged_error" | "flagged_error_decisions" | "decisions" | "pass";
                    revisionOf?: string;
                    /** @description An ISO 8601 time, or a duration such as `PT30M`. */
                    respondBy?: string;
                    /** @enum {string} */
                    onDeadline?: "escalate" | "reject" | "approve";
                    instructionsVersion?: number;
                };
            };
        };
        responses: {
            /** @description Submit an output for evaluation */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    /** @description `true` if this repeats the response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        id: string;
                        verdict: ("pass" | "fail") | null;
                        confidenceScore: number | null;
                        explanation: string;
                        /** @enum {string} */
                        status: "pending" | "pass" | "flagged" | "error";
                    };
                };
            };
            /** @description Submit an output for evaluation */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    /** @description Path of the output. */
                    Location?: string;
                    /** @description `true` if this repeats the response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        id: string;
                        /** @constant */
                        status: "pending";
                    } | {
                        /** @constant */
                        ok: true;
                        id: string;
                        verdict: null;
                        confidenceScore: null;
                        explanation: null;
                        /** @constant */
                        status: "pending";
                    };
                };
            };
            /** @description `VALIDATION_FAILED`, `INVALID_JSON` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REVISION_NOT_FOUND`, `UPLOAD_CONSUMED` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `ID_CONFLICT`, `IDEMPOTENCY_IN_FLIGHT` */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`, `MEDIA_QUOTA_EXCEEDED` */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `IDEMPOTENCY_KEY_REUSED`, `UNPROCESSABLE_ATTACHMENT` */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description See the response body. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    /** @description Seconds to wait before retrying the request. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    decideOutput: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the ID of the workspace that the request is meant for. If the session acts in another workspace by now, nothing is done and the response is 409 `WORKSPACE_CHANGED`. Scripts can leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
                /** @description With a session: the ID of the person who makes the request. If somebody else is signed in by now, nothing is done and the response is 409 `WORKSPACE_CHANGED`. Scripts can leave it out. */
                "X-User"?: components["parameters"]["X-User"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    decision?: "approved" | "rejected" | "changed" | "handled";
                    comment?: string;
                    /** @description At most 1048576 bytes in UTF-8. */
                    correctedOutput?: string;
                    /** @description The params to use instead. The name and summary of the action stay. */
                    correctedAction?: {
                        /** @description At most 65536 bytes as JSON. At most 8 levels deep. */
                        params: {
                            [key: string]: unknown;
                        };
                    };
                    /** @description IDs of active reasons among `decisionReasons` of the settings. */
                    reasonIds?: string[];
                    override?: boolean;
                    /** @description Decide even if rules fail or err on the correction. */
                    confirmFlagged?: boolean;
                    teach?: boolean;
                    /** @description Decide even if another person has claimed the output. */
                    takeOver?: boolean;
                };
            };
        };
        responses: {
            /** @description Decide an output */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        id: string;
                        humanDecision: ("approved" | "rejected" | "changed" | "handled") | null;
                        queued: boolean | null;
                        notQueuedBecause: ("no_task" | "no_instructions" | "queue_full" | "not_yet") | null;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`, `INVALID_JSON` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `STILL_EVALUATING`, `ALREADY_DECIDED`, `CONFLICT`, `CLAIMED`, `NOT_DECIDED`, `CORRECTION_FLAGGED` */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A human-readable error message. */
                        error: string;
                        /** @enum {string} */
                        code: "VALIDATION_FAILED" | "INVALID_JSON" | "UNAUTHENTICATED" | "FORBIDDEN" | "NOT_FOUND" | "NO_INSTRUCTIONS" | "REVISION_NOT_FOUND" | "UPLOAD_CONSUMED" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "STILL_EVALUATING" | "ALREADY_DECIDED" | "CLAIMED" | "NOT_DECIDED" | "ID_CONFLICT" | "IDEMPOTENCY_IN_FLIGHT" | "VERSION_CONFLICT" | "STALE_DRAFT" | "DRAFT_IN_PROGRESS" | "NO_NOTES" | "NO_LABELS" | "NO_MODEL_CONFIGURED" | "CORRECTION_FLAGGED" | "PROJECT_NOT_EMPTY" | "TASK_NOT_EMPTY" | "LAST_ADMIN" | "WORKSPACE_CHANGED" | "PAYLOAD_TOO_LARGE" | "MEDIA_QUOTA_EXCEEDED" | "UNSUPPORTED_MEDIA_TYPE" | "MISDIRECTED_REQUEST" | "IDEMPOTENCY_KEY_REUSED" | "UNPROCESSABLE_ATTACHMENT" | "RATE_LIMITED" | "INTERNAL" | "UNAVAILABLE";
                        /** @description Error messages by dotted path of the field, with indexes from 0, such as `tags.3`. */
                        fields: {
                            [key: string]: string;
                        };
                        /** @description With `CLAIMED`: the email of the person who has claimed it. */
                        claimedBy?: string;
                        /** @description With `CORRECTION_FLAGGED`: how the rules ended on the correction. */
                        appliedRules?: {
                            ruleId: string | null;
                            ruleVersion: number | null;
                            ruleName: string;
                            /** @enum {string} */
                            ruleType: "keyword_required" | "keyword_forbidden" | "regex_required" | "regex_forbidden" | "min_length" | "max_length" | "json_valid" | "json_field_exists" | "json_field_equals" | "json_field_range" | "json_field_boolean" | "json_field_date" | "confidence_min" | "latency_max" | "cost_max" | "llm_judge";
                            ruleValue: string;
                            /** @enum {string} */
                            scope: "global" | "project" | "task";
                            projectName: string | null;
                            taskName: string | null;
                            /** @enum {string} */
                            outcome: "passed" | "failed" | "error" | "skipped";
                            summary: string | null;
                            /** @enum {string} */
                            evaluator: "deterministic" | "llm";
                            model: string | null;
                            confidence: number | null;
                            llmOutput: string | null;
                            inputTokens: number | null;
                            outputTokens: number | null;
                            costUsd: number | null;
                            /** @description Calls of the judge. 1 for a deterministic rule. */
                            attempts: number;
                            latencyMs: number;
                            /** @description Whether the rule was in shadow, so that its outcome does not count. */
                            shadow: boolean;
                        }[];
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    getOutputStatus: {
        parameters: {
            query?: {
                /** @description How many seconds to wait for the output to settle. */
                wait?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the status of an output, or wait for its decision */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        status: "pending" | "pass" | "flagged" | "error";
                        verdict: ("pass" | "fail") | null;
                        confidenceScore: number | null;
                        explanation: string | null;
                        humanDecision: ("approved" | "rejected" | "changed" | "handled") | null;
                        settled: boolean;
                        comment: string | null;
                        correctedOutput: string | null;
                        correctedAction: {
                            params: {
                                [key: string]: unknown;
                            };
                        } | null;
                        decidedBy: string | null;
                        decidedAt: string | null;
                        approvals: {
                            needed: number;
                            given: {
                                by: string | null;
                                /** Format: date-time */
                                at: string;
                            }[];
                            /** @description Groups of which a member must approve. Left out if there are none. */
                            groups?: {
                                id: string;
                                name: string;
                                /** @description Whether a member of the group, or a person who stands in for it, has approved. */
                                isGiven: boolean;
                            }[];
                        } | null;
                    };
                };
            };
            /** @description `VALIDATION_FAILED` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    /** @description Seconds to wait before retrying the request. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    flagOutput: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the ID of the workspace that the request is meant for. If the session acts in another workspace by now, nothing is done and the response is 409 `WORKSPACE_CHANGED`. Scripts can leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
                /** @description With a session: the ID of the person who makes the request. If somebody else is signed in by now, nothing is done and the response is 409 `WORKSPACE_CHANGED`. Scripts can leave it out. */
                "X-User"?: components["parameters"]["X-User"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    status: "flagged";
                    reason?: string;
                    /** @enum {string} */
                    flaggedBy?: "end_user" | "api";
                };
            };
        };
        responses: {
            /** @description Flag an output for review */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        id: string;
                        /** @constant */
                        status: "flagged";
                    };
                };
            };
            /** @description `VALIDATION_FAILED`, `INVALID_JSON` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `STILL_EVALUATING` */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    withdrawOutput: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Withdraw an output */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        id: string;
                        /** @constant */
                        humanDecision: "handled";
                    };
                };
            };
            /** @description `VALIDATION_FAILED`, `INVALID_JSON` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `ALREADY_DECIDED` */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    getOutput: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get an output */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** Format: date-time */
                        timestamp: string;
                        projectId: string | null;
                        projectName: string | null;
                        taskName: string | null;
                        sessionId: string | null;
                        subjectId: string | null;
                        actorId: string | null;
                        model: string | null;
                        /** @enum {string} */
                        status: "pending" | "pass" | "flagged" | "error";
                        instructionsVersion: number | null;
                        latencyMs: number | null;
                        costUsd: number | null;
                        verdict: ("pass" | "fail") | null;
                        confidenceScore: number | null;
                        humanDecision: ("approved" | "rejected" | "changed" | "handled") | null;
                        decidedAt: string | null;
                        decidedBy: string | null;
                        decisionSource: ("dashboard" | "api" | "deadline" | "slack") | null;
                        callbackUrl: string | null;
                        metadata: {
                            [key: string]: unknown;
                        };
                        tags: string[];
                        input: string | null;
                        output: string | null;
                        excerpt: string | null;
                        explanation: string | null;
                        respondBy: string | null;
                        /** @description Whether it passed and was selected for review by the sample rate. */
                        sampled: boolean;
                        claimedBy: string | null;
                        claimedUntil: string | null;
                        assignee: {
                            /** @enum {string} */
                            kind: "user" | "group";
                            id: string;
                            name: string;
                        } | null;
                        approvals: {
                            needed: number;
                            given: {
                                by: string | null;
                                /** Format: date-time */
                                at: string;
                            }[];
                            /** @description Groups of which a member must approve. Left out if there are none. */
                            groups?: {
                                id: string;
                                name: string;
                                /** @description Whether a member of the group, or a person who stands in for it, has approved. */
                                isGiven: boolean;
                            }[];
                        } | null;
                        sessionTurnCount: number;
                        workspaceId: string;
                        /** Format: date-time */
                        createdAt: string;
                        submittedBy: string | null;
                        confidence: number | null;
                        /** @enum {string} */
                        callbackEvents: "all" | "flagged_error" | "flagged_error_decisions" | "decisions" | "pass";
                        requireApproval: boolean;
                        action: {
                            name: string;
                            summary: string;
                            params: {
                                [key: string]: unknown;
                            };
                        } | null;
                        aiAction: {
                            name: string;
                            summary: string;
                            params: {
                                [key: string]: unknown;
                            };
                        } | null;
                        revisionOf: string | null;
                        revisions: {
                            id: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** @enum {string} */
                            status: "pending" | "pass" | "flagged" | "error";
                            humanDecision: ("approved" | "rejected" | "changed" | "handled") | null;
                        }[];
                        flaggedBy: string | null;
                        flagReason: string | null;
                        comment: string | null;
                        correctedOutput: string | null;
                        correctedAction: {
                            params: {
                                [key: string]: unknown;
                            };
                        } | null;
                        reasonIds: string[];
                        mayNotApprove: ("approved" | "submitter" | "group") | null;
                        /** @enum {string} */
                        onDeadline: "escalate" | "reject" | "approve";
                        escalatedAt: string | null;
                        mediaBytes: number;
                        attachments: {
                            /** @enum {string} */
                            role: "input" | "output";
                            key: string;
                            filename: string;
                            contentType: string;
                            sizeBytes: number;
                            label: string | null;
                            url: string;
                        }[];
                        /** @description Oldest first. The newest include their `comment`, `correctedOutput` and `correctedAction`, up to a total of 2 MB (2,097,152 bytes); in older ones they are null. The current decision always includes them. */
                        decisions: {
                            /** @enum {string} */
                            decision: "approved" | "rejected" | "changed" | "handled";
                            comment: string | null;
                            correctedOutput: string | null;
                            correctedAction: {
                                params: {
                                    [key: string]: unknown;
                                };
                            } | null;
                            reasonIds: string[];
                            by: string;
                            /** @enum {string} */
                            source: "dashboard" | "api" | "deadline" | "slack";
                            /** Format: date-time */
                            at: string;
                            clearedAt: string | null;
                        }[];
                        /** @description Live rules first, then those in shadow. Each of the two includes `ruleValue` up to a total of 1 MB (1,048,576 bytes), rules that failed or erred first; for the others it is `…`. */
                        appliedRules: {
                            ruleId: string | null;
                            ruleVersion: number | null;
                            ruleName: string;
                            /** @enum {string} */
                            ruleType: "keyword_required" | "keyword_forbidden" | "regex_required" | "regex_forbidden" | "min_length" | "max_length" | "json_valid" | "json_field_exists" | "json_field_equals" | "json_field_range" | "json_field_boolean" | "json_field_date" | "confidence_min" | "latency_max" | "cost_max" | "llm_judge";
                            ruleValue: string;
                            /** @enum {string} */
                            scope: "global" | "project" | "task";
                            projectName: string | null;
                            taskName: string | null;
                            /** @enum {string} */
                            outcome: "passed" | "failed" | "error" | "skipped";
                            summary: string | null;
                            /** @enum {string} */
                            evaluator: "deterministic" | "llm";
                            model: string | null;
                            confidence: number | null;
                            llmOutput: string | null;
                            inputTokens: number | null;
                            outputTokens: number | null;
                            costUsd: number | null;
                            /** @description Calls of the judge. 1 for a deterministic rule. */
                            attempts: number;
                            latencyMs: number;
                            /** @description Whether the rule was in shadow, so that its outcome does not count. */
                            shadow: boolean;
                        }[];
                    };
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    editDetails: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the ID of the workspace that the request is meant for. If the session acts in another workspace by now, nothing is done and the response is 409 `WORKSPACE_CHANGED`. Scripts can leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
                /** @description With a session: the ID of the person who makes the request. If somebody else is signed in by now, nothing is done and the response is 409 `WORKSPACE_CHANGED`. Scripts can leave it out. */
                "X-User"?: components["parameters"]["X-User"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description At most 65536 bytes as JSON. At most 8 levels deep. */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    /** @description At most 65536 bytes as JSON. At most 8 levels deep. */
                    metadataJson?: {
                        [key: string]: unknown;
                    };
                    /** @enum {string} */
                    metadataMode?: "merge" | "replace";
                    metadataRemove?: string[];
                    attachments?: {
                        key: string;
                        label?: string;
                    }[];
                    sessionId?: string;
                    subjectId?: string;
                    actorId?: string;
                    tags?: string[];
                };
            };
        };
        responses: {
            /** @description Edit the details of an output */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** Format: date-time */
                        timestamp: string;
                        projectId: string | null;
                        projectName: string | null;
                        taskName: string | null;
                        sessionId: string | null;
                        subjectId: string | null;
                        actorId: string | null;
                        model: string | null;
                        /** @enum {string} */
                        status: "pending" | "pass" | "flagged" | "error";
                        instructionsVersion: number | null;
                        latencyMs: number | null;
                        costUsd: number | null;
                        verdict: ("pass" | "fail") | null;
                        confidenceScore: number | null;
                        humanDecision: ("approved" | "rejected" | "changed" | "handled") | null;
                        decidedAt: string | null;
                        decidedBy: string | null;
                        decisionSource: ("dashboard" | "api" | "deadline" | "slack") | null;
                        callbackUrl: string | null;
                        metadata: {
                            [key: string]: unknown;
                        };
                        tags: string[];
                        input: string | null;
                        output: string | null;
                        excerpt: string | null;
                        explanation: string | null;
                        respondBy: string | null;
                        /** @description Whether it passed and was selected for review by the sample rate. */
                        sampled: boolean;
                        claimedBy: string | null;
                        claimedUntil: string | null;
                        assignee: {
                            /** @enum {string} */
                            kind: "user" | "group";
                            id: string;
                            name: string;
                        } | null;
                        approvals: {
                            needed: number;
                            given: {
                                by: string | null;
                                /** Format: date-time */
                                at: string;
                            }[];
                            /** @description Groups of which a member must approve. Left out if there are none. */
                            groups?: {
                                id: string;
                                name: string;
                                /** @description Whether a member of the group, or a person who stands in for it, has approved. */
                                isGiven: boolean;
                            }[];
                        } | null;
                        sessionTurnCount: number;
                        workspaceId: string;
                        /** Format: date-time */
                        createdAt: string;
                        submittedBy: string | null;
                        confidence: number | null;
                        /** @enum {string} */
                        callbackEvents: "all" | "flagged_error" | "flagged_error_decisions" | "decisions" | "pass";
                        requireApproval: boolean;
                        action: {
                            name: string;
                            summary: string;
                            params: {
                                [key: string]: unknown;
                            };
                        } | null;
                        aiAction: {
                            name: string;
                            summary: string;
                            params: {
                                [key: string]: unknown;
                            };
                        } | null;
                        revisionOf: string | null;
                        revisions: {
                            id: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** @enum {string} */
                            status: "pending" | "pass" | "flagged" | "error";
                            humanDecision: ("approved" | "rejected" | "changed" | "handled") | null;
                        }[];
                        flaggedBy: string | null;
                        flagReason: string | null;
                        comment: string | null;
                        correctedOutput: string | null;
                        correctedAction: {
                            params: {
                                [key: string]: unknown;
                            };
                        } | null;
                        reasonIds: string[];
                        mayNotApprove: ("approved" | "submitter" | "group") | null;
                        /** @enum {string} */
                        onDeadline: "escalate" | "reject" | "approve";
                        escalatedAt: string | null;
                        mediaBytes: number;
                        attachments: {
                            /** @enum {string} */
                            role: "input" | "output";
                            key: string;
                            filename: string;
                            contentType: string;
                            sizeBytes: number;
                            label: string | null;
                            url: string;
                        }[];
                        /** @description Oldest first. The newest include their `comment`, `correctedOutput` and `correctedAction`, up to a total of 2 MB (2,097,152 bytes); in older ones they are null. The current decision always includes them. */
                        decisions: {
                            /** @enum {string} */
                            decision: "approved" | "rejected" | "changed" | "handled";
                            comment: string | null;
                            correctedOutput: string | null;
                            correctedAction: {
                                params: {
                                    [key: string]: unknown;
                                };
                            } | null;
                            reasonIds: string[];
                            by: string;
                            /** @enum {string} */
                            source: "dashboard" | "api" | "deadline" | "slack";
                            /** Format: date-time */
                            at: string;
                            clearedAt: string | null;
                        }[];
                        /** @description Live rules first, then those in shadow. Each of the two includes `ruleValue` up to a total of 1 MB (1,048,576 bytes), rules that failed or erred first; for the others it is `…`. */
                        appliedRules: {
                            ruleId: string | null;
                            ruleVersion: number | null;
                            ruleName: string;
                            /** @enum {string} */
                            ruleType: "keyword_required" | "keyword_forbidden" | "regex_required" | "regex_forbidden" | "min_length" | "max_length" | "json_valid" | "json_field_exists" | "json_field_equals" | "json_field_range" | "json_field_boolean" | "json_field_date" | "confidence_min" | "latency_max" | "cost_max" | "llm_judge";
                            ruleValue: string;
                            /** @enum {string} */
                            scope: "global" | "project" | "task";
                            projectName: string | null;
                            taskName: string | null;
                            /** @enum {string} */
                            outcome: "passed" | "failed" | "error" | "skipped";
                            summary: string | null;
                            /** @enum {string} */
                            evaluator: "deterministic" | "llm";
                            model: string | null;
                            confidence: number | null;
                            llmOutput: string | null;
                            inputTokens: number | null;
                            outputTokens: number | null;
                            costUsd: number | null;
                            /** @description Calls of the judge. 1 for a deterministic rule. */
                            attempts: number;
                            latencyMs: number;
                            /** @description Whether the rule was in shadow, so that its outcome does not count. */
                            shadow: boolean;
                        }[];
                    };
                };
            };
            /** @description `VALIDATION_FAILED`, `INVALID_JSON` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    exportOutputs: {
        parameters: {
            query?: {
                format?: "jsonl" | "csv";
                shape?: "full" | "decisions" | "preference";
                /** @description `<timestamp>,<id>` of the last line that you have, or its `<id>` alone. The export continues after that output. */
                after?: string;
                /** @description If `true`, only flagged or error outputs without a decision. */
                pending?: boolean;
                status?: "pending" | "pass" | "flagged" | "error";
                /** @description Full name, case-insensitive, or ID. Leading and trailing whitespace is removed. */
                project?: string;
                /** @description Full name, case-insensitive, or ID. Leading and trailing whitespace is removed. */
                task?: string;
                sessionId?: string;
                subjectId?: string;
                actorId?: string;
                /** @description Part of the project, task, model, session, subject or actor. Case-insensitive. */
                q?: string;
                /** @description Full name. */
                model?: string;
                /** @description Comma-separated. The output must have all of them. A tag with surrounding whitespace also matches the tag without it. */
                tags?: string;
                /** @description A time without a zone is UTC. A date without a time is accepted too. */
                from?: string;
                /** @description A time without a zone is UTC. A date without a time is accepted too. */
                to?: string;
                /** @description `none`: only outputs without a decision. */
                humanDecision?: "approved" | "rejected" | "changed" | "handled" | "none";
                /** @description `true`: only passed outputs that are samples. `false`: all others. */
                sampled?: boolean;
                decidedBy?: string;
                /** @description ID of a reason that the decision gave. */
                reason?: string;
                /** @description `me`: only outputs that you have claimed. `none`: only unclaimed outputs. Otherwise the email of the person who has claimed them. */
                claimedBy?: string;
                /** @description `me`: only outputs that are assigned to you or to one of your groups. `none`: only unassigned outputs. Otherwise the ID of a person or of a group. */
                assignee?: string;
                /** @description Only outputs that this rule was applied to. */
                ruleId?: string;
                /** @description Only outputs that this version of the rule in `ruleId` was applied to, including in shadow. Requires `ruleId`. */
                ruleVersion?: number;
                /** @description `passed`, `failed`, `error` or `skipped`, or several separated by commas: outcome of the rule in `ruleId`, in the version in `ruleVersion`. Without `ruleId`, of any rule. Must be one or several of passed, failed, error, skipped, separated by commas. */
                ruleOutcome?: string;
                /** @description `good`: approved. `bad`: rejected or changed. `none`: neither, including `handled` and decisions by a deadline. */
                label?: "good" | "bad" | "none";
                /** @description `reviewed`, `bulk` or `imported`, or several separated by commas: only outputs with a label that was given one by one, to many outputs at once, or through the API to an output with a tag that begins with `imported:`. Must be one or several of reviewed, bulk, imported, separated by commas. */
                labelSource?: string;
                flaggedBy?: string;
                instructionsVersion?: number;
                revisionOf?: string;
                hasAction?: boolean;
                /** @description A time without a zone is UTC. A date without a time is accepted too. */
                dueBefore?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Export outputs */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    /** @description A name for the file. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description `VALIDATION_FAILED` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    /** @description Seconds to wait before retrying the request. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    listInstructions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List instructions */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        projectName: string;
                        taskName: string;
                        version: number;
                        /** @enum {string} */
                        source: "seed" | "api" | "dashboard" | "suggestion";
                        /** Format: date-time */
                        updatedAt: string;
                        hasPendingSuggestion: boolean;
                        /** @description Who saved the active version: an email address, `api` or `token:<name>`. */
                        createdBy: string;
                        /** @description Number of notes queued for the next version. */
                        queuedCount: number;
                    }[];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    getOrSeedInstructions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Leading and trailing whitespace is removed. */
                    project: string;
                    /** @description Leading and trailing whitespace is removed. */
                    task: string;
                    /** @description At most 262144 bytes in UTF-8. */
                    default?: string;
                };
            };
        };
        responses: {
            /** @description Get or seed instructions */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        projectName: string;
                        taskName: string;
                        version: number;
                        /** @enum {string} */
                        source: "seed" | "api" | "dashboard" | "suggestion";
                        /** Format: date-time */
                        updatedAt: string;
                        hasPendingSuggestion: boolean;
                        content: string;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`, `INVALID_JSON` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NO_INSTRUCTIONS` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    getCurrentInstructions: {
        parameters: {
            query: {
                /** @description Leading and trailing whitespace is removed. */
                project: string;
                /** @description Leading and trailing whitespace is removed. */
                task: string;
            };
            header?: {
                /** @description The ETag of the version that the caller has. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the active version of instructions */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    /** @description Changes when anything in the response changes. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        projectName: string;
                        taskName: string;
                        version: number;
                        /** @enum {string} */
                        source: "seed" | "api" | "dashboard" | "suggestion";
                        /** Format: date-time */
                        updatedAt: string;
                        hasPendingSuggestion: boolean;
                        content: string;
                    };
                };
            };
            /** @description Get the active version of instructions */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    /** @description The same as in the request. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `VALIDATION_FAILED` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NO_INSTRUCTIONS` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    listInstructionsVersions: {
        parameters: {
            query: {
                /** @description Leading and trailing whitespace is removed. */
                project: string;
                /** @description Leading and trailing whitespace is removed. */
                task: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List versions of instructions, newest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        projectName: string;
                        taskName: string;
                        version: number;
                        /** @enum {string} */
                        source: "seed" | "api" | "dashboard" | "suggestion";
                        /** Format: date-time */
                        updatedAt: string;
                        hasPendingSuggestion: boolean;
                        /** @description An email address, `api` or `token:<name>`. */
                        createdBy: string;
                        teachComment: string | null;
                        logId: string | null;
                    }[];
                };
            };
            /** @description `VALIDATION_FAILED` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NO_INSTRUCTIONS` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    saveInstructionsVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the ID of the workspace that the request is meant for. If the session acts in another workspace by now, nothing is done and the response is 409 `WORKSPACE_CHANGED`. Scripts can leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
                /** @description With a session: the ID of the person who makes the request. If somebody else is signed in by now, nothing is done and the response is 409 `WORKSPACE_CHANGED`. Scripts can leave it out. */
                "X-User"?: components["parameters"]["X-User"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Leading and trailing whitespace is removed. */
                    project: string;
                    /** @description Leading and trailing whitespace is removed. */
                    task: string;
                    /** @description At most 262144 bytes in UTF-8. Must not be blank. */
                    content: string;
                    /** @description Leading and trailing whitespace is removed. */
                    teachComment?: string;
                    logId?: string;
                    baseVersion?: number;
                    noteRefs?: string[];
                };
            };
        };
        responses: {
            /** @description Save a new version of instructions */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        projectName: string;
                        taskName: string;
                        version: number;
                        /** @enum {string} */
                        source: "seed" | "api" | "dashboard" | "suggestion";
                        /** Format: date-time */
                        updatedAt: string;
                        hasPendingSuggestion: boolean;
                        content: string;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`, `INVALID_JSON` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VERSION_CONFLICT` */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    getInstructionsVersion: {
        parameters: {
            query: {
                /** @description Leading and trailing whitespace is removed. */
                project: string;
                /** @description Leading and trailing whitespace is removed. */
                task: string;
            };
            header?: never;
            path: {
                n: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a version of instructions with its text */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        projectName: string;
                        taskName: string;
                        version: number;
                        /** @enum {string} */
                        source: "seed" | "api" | "dashboard" | "suggestion";
                        /** Format: date-time */
                        updatedAt: string;
                        hasPendingSuggestion: boolean;
                        /** @description An email address, `api` or `token:<name>`. */
                        createdBy: string;
                        teachComment: string | null;
                        logId: string | null;
                        content: string;
                    };
                };
            };
            /** @description `VALIDATION_FAILED` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NO_INSTRUCTIONS`, `NOT_FOUND` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    compareInstructionsVersions: {
        parameters: {
            query: {
                /** @description Leading and trailing whitespace is removed. */
                project: string;
                /** @description Leading and trailing whitespace is removed. */
                task: string;
                from: number;
                to: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Compare two versions of instructions by line */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        from: number;
                        to: number;
                        parts: {
                            /** @enum {string} */
                            change: "same" | "added" | "removed";
                            /** @description Whole lines, including line breaks. */
                            text: string;
                            lines: number;
                        }[];
                    };
                };
            };
            /** @description `VALIDATION_FAILED` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NO_INSTRUCTIONS`, `NOT_FOUND` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    getInstructionsResults: {
        parameters: {
            query: {
                /** @description Leading and trailing whitespace is removed. */
                project: string;
                /** @description Leading and trailing whitespace is removed. */
                task: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get results of outputs by version of instructions */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        version: number;
                        /** @description All outputs, evaluated or not. */
                        runs: number;
                        /** @description Outputs with the status flagged. */
                        flagged: number;
                        /** @description Outputs decided by a person or by a deadline. */
                        decided: number;
                        /** @description pass / (pass + flagged + error), as in search. 0 if no output has been evaluated. */
                        successRate: number;
                    }[];
                };
            };
            /** @description `VALIDATION_FAILED` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    queueFeedback: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the ID of the workspace that the request is meant for. If the session acts in another workspace by now, nothing is done and the response is 409 `WORKSPACE_CHANGED`. Scripts can leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
                /** @description With a session: the ID of the person who makes the request. If somebody else is signed in by now, nothing is done and the response is 409 `WORKSPACE_CHANGED`. Scripts can leave it out. */
                "X-User"?: components["parameters"]["X-User"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Leading and trailing whitespace is removed. */
                    project: string;
                    /** @description Leading and trailing whitespace is removed. */
                    task: string;
                    /** @description Leading and trailing whitespace is removed. */
                    comment: string;
                    /** @description Leading and trailing whitespace is removed. */
                    author?: string;
                    /** @description Leading and trailing whitespace is removed. */
                    ref?: string;
                    logId?: string;
                };
            };
        };
        responses: {
            /** @description Queue feedback for the instructions */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** Format: date-time */
                        at: string;
                        queuedCount: number;
                        ref: string;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`, `INVALID_JSON` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NO_INSTRUCTIONS` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    withdrawFeedback: {
        parameters: {
            query?: {
                /** @description Leading and trailing whitespace is removed. */
                ref?: string;
                /** @description Leading and trailing whitespace is removed. */
                project?: string;
                /** @description Leading and trailing whitespace is removed. */
                task?: string;
            };
            header?: {
                /** @description With a session: the ID of the workspace that the request is meant for. If the session acts in another workspace by now, nothing is done and the response is 409 `WORKSPACE_CHANGED`. Scripts can leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
                /** @description With a session: the ID of the person who makes the request. If somebody else is signed in by now, nothing is done and the response is 409 `WORKSPACE_CHANGED`. Scripts can leave it out. */
                "X-User"?: components["parameters"]["X-User"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Leading and trailing whitespace is removed. */
                    ref?: string;
                    /** @description Leading and trailing whitespace is removed. */
                    project?: string;
                    /** @description Leading and trailing whitespace is removed. */
                    task?: string;
                };
            };
        };
        responses: {
            /** @description Withdraw queued feedback */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        queuedCount: number;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`, `INVALID_JSON` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    listTaskNames: {
        parameters: {
            query?: {
                /** @description Full name, case-insensitive, or ID. Leading and trailing whitespace is removed. */
                project?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the names of tasks that have outputs */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string[];
                };
            };
            /** @description `VALIDATION_FAILED` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    getOutputTimeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the timeline of an output, oldest event first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        events: {
                            /** Format: date-time */
                            at: string;
                            /** @enum {string} */
                            stage: "accepted" | "queued" | "evaluated" | "flagged" | "decided" | "approved" | "edited" | "escalated" | "callback delivered" | "callback failed";
                            actor: string | null;
                            detail: string | null;
                        }[];
                    };
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    createUpload: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    filename?: string;
                    contentType?: string;
                    sizeBytes?: number;
                };
            };
        };
        responses: {
            /** @description Create an upload for a file that you send before its output */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uri */
                        uploadUrl: string;
                        key: string;
                        contentType: string;
                        /** @constant */
                        method: "PUT";
                        /** @description Send these headers unchanged with the bytes. */
                        headers: {
                            [key: string]: string;
                        };
                        /** @description In seconds. */
                        expiresIn: number;
                        maxBytes: number;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`, `INVALID_JSON` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `MEDIA_QUOTA_EXCEEDED`, `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNPROCESSABLE_ATTACHMENT` */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    getMediaUrl: {
        parameters: {
            query: {
                /** @description The key, the relative path `/api/media/{key}` or the absolute URL of a file. */
                source: string;
                filename?: string;
                download?: "1";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a signed download URL for a file */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uri */
                        url: string;
                        /** Format: date-time */
                        expiresAt: string;
                        key: string;
                        filename: string;
                        contentType: string;
                        sizeBytes: number;
                    };
                };
            };
            /** @description `VALIDATION_FAILED` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`, `UPLOAD_CONSUMED` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    getMedia: {
        parameters: {
            query?: {
                download?: "1";
            };
            header?: never;
            path: {
                /** @description Can contain slashes. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Download a file */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `VALIDATION_FAILED` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`, `UPLOAD_CONSUMED` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    listProjects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List projects */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        icon: string | null;
                        sampleRate: number | null;
                        reviewGroupId: string | null;
                        escalationGroupId: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** @description Number of existing outputs in it. */
                        executionCount: number;
                    }[];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    listTasks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the tasks of a project */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        projectId: string;
                        sampleRate: number | null;
                        reviewGroupId: string | null;
                        escalationGroupId: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** @description Number of existing outputs in it. */
                        executionCount: number;
                    }[];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    listSubscriptions: {
        parameters: {
            query?: {
                all?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List subscriptions */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscriptions: {
                            id: string;
                            /** @description Tokens and admins see it in full, others the origin and `/…`. */
                            url: string;
                            events: ("flagged" | "pass" | "error" | "approved" | "rejected" | "changed" | "handled" | "taught" | "escalated" | "deleted")[];
                            /** @enum {string} */
                            source: "api" | "dashboard";
                            /** Format: date-time */
                            createdAt: string;
                            endedReason: ("deleted" | "gone" | "failing") | null;
                        }[];
                    };
                };
            };
            /** @description `VALIDATION_FAILED` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    createSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the ID of the workspace that the request is meant for. If the session acts in another workspace by now, nothing is done and the response is 409 `WORKSPACE_CHANGED`. Scripts can leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
                /** @description With a session: the ID of the person who makes the request. If somebody else is signed in by now, nothing is done and the response is 409 `WORKSPACE_CHANGED`. Scripts can leave it out. */
                "X-User"?: components["parameters"]["X-User"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Must begin with `https://` and have a public address, unless the operator allows the address. Leading and trailing whitespace is removed. */
                    url: string;
                    /** @description Default: all events. */
                    events?: ("flagged" | "pass" | "error" | "approved" | "rejected" | "changed" | "handled" | "taught" | "escalated" | "deleted")[];
                };
            };
        };
        responses: {
            /** @description Create a subscription */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @description Tokens and admins see it in full, others the origin and `/…`. */
                        url: string;
                        events: ("flagged" | "pass" | "error" | "approved" | "rejected" | "changed" | "handled" | "taught" | "escalated" | "deleted")[];
                        /** @enum {string} */
                        source: "api" | "dashboard";
                        /** Format: date-time */
                        createdAt: string;
                        secret: string | null;
                    };
                };
            };
            /** @description Create a subscription */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @description Tokens and admins see it in full, others the origin and `/…`. */
                        url: string;
                        events: ("flagged" | "pass" | "error" | "approved" | "rejected" | "changed" | "handled" | "taught" | "escalated" | "deleted")[];
                        /** @enum {string} */
                        source: "api" | "dashboard";
                        /** Format: date-time */
                        createdAt: string;
                        secret: string | null;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`, `INVALID_JSON` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    deleteSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the ID of the workspace that the request is meant for. If the session acts in another workspace by now, nothing is done and the response is 409 `WORKSPACE_CHANGED`. Scripts can leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
                /** @description With a session: the ID of the person who makes the request. If somebody else is signed in by now, nothing is done and the response is 409 `WORKSPACE_CHANGED`. Scripts can leave it out. */
                "X-User"?: components["parameters"]["X-User"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a subscription */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    verifyToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Verify a token */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        workspaceId: string;
                        workspaceName: string;
                        scopes: ("submit" | "read" | "decide" | "instruct" | "subscribe")[];
                    };
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
    callMcp: {
        parameters: {
            query?: never;
            header?: {
                /** @description The protocol version that client and server agreed on. */
                "MCP-Protocol-Version"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    jsonrpc: "2.0";
                    id?: string | number;
                    /** @description Such as `tools/list` or `tools/call`. */
                    method: string;
                    params?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Send a message to the MCP server */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        jsonrpc: "2.0";
                        id: (string | number) | null;
                        result: {
                            [key: string]: unknown;
                        };
                    } | {
                        /** @constant */
                        jsonrpc: "2.0";
                        id: (string | number) | null;
                        error: {
                            code: number;
                            message: string;
                        };
                    };
                };
            };
            /** @description Send a message to the MCP server */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_JSON`, `VALIDATION_FAILED` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A human-readable error message. */
                        error: string;
                        /** @enum {string} */
                        code: "VALIDATION_FAILED" | "INVALID_JSON" | "UNAUTHENTICATED" | "FORBIDDEN" | "NOT_FOUND" | "NO_INSTRUCTIONS" | "REVISION_NOT_FOUND" | "UPLOAD_CONSUMED" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "STILL_EVALUATING" | "ALREADY_DECIDED" | "CLAIMED" | "NOT_DECIDED" | "ID_CONFLICT" | "IDEMPOTENCY_IN_FLIGHT" | "VERSION_CONFLICT" | "STALE_DRAFT" | "DRAFT_IN_PROGRESS" | "NO_NOTES" | "NO_LABELS" | "NO_MODEL_CONFIGURED" | "CORRECTION_FLAGGED" | "PROJECT_NOT_EMPTY" | "TASK_NOT_EMPTY" | "LAST_ADMIN" | "WORKSPACE_CHANGED" | "PAYLOAD_TOO_LARGE" | "MEDIA_QUOTA_EXCEEDED" | "UNSUPPORTED_MEDIA_TYPE" | "MISDIRECTED_REQUEST" | "IDEMPOTENCY_KEY_REUSED" | "UNPROCESSABLE_ATTACHMENT" | "RATE_LIMITED" | "INTERNAL" | "UNAVAILABLE";
                        /** @description Error messages by dotted path of the field, with indexes from 0, such as `tags.3`. */
                        fields: {
                            [key: string]: string;
                        };
                    } | {
                        /** @constant */
                        jsonrpc: "2.0";
                        id: (string | number) | null;
                        error: {
                            code: number;
                            message: string;
                        };
                    };
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description See the response body. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        jsonrpc: "2.0";
                        id: (string | number) | null;
                        error: {
                            code: number;
                            message: string;
                        };
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    /** @description Seconds to wait before retrying the request. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["AnyError"];
        };
    };
}
