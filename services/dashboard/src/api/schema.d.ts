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
    "/api/auth/sign-in/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with email and password
         * @description Sets the session cookie. A user can have at most 1,000 sessions; a sign-in beyond that ends the ones whose `lastUsedAt`, which is accurate to the hour, is the oldest. If the installation sends emails, an address that is not confirmed yet gets the same 401 as a wrong password.
         */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Ends the session and deletes the cookie. Succeeds even if there is no session. Returns 403 if the session comes with a foreign `Origin`.
         */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/get-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the current session
         * @description Session: role viewer or above.
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-up/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an account and a workspace
         * @description Creates a workspace without a token, makes the user its first admin, and sets the session cookie. Returns 403 if the operator has closed sign-up. If the installation sends emails, the user must verify the address with an emailed link before the first sign-in; the response is then the same for an address that already has an account.
         */
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether sign-up is open
         * @description Anyone can ask. The operator opens and closes sign-up.
         */
        get: operations["getSignUp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/list-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your sessions, newest first
         * @description Returns at most 1,000 sessions.
         *
         *     Session: role viewer or above.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/revoke-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke one of your sessions
         * @description Session: role viewer or above.
         */
        post: operations["revokeSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/revoke-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out everywhere
         * @description Ends all your sessions, including this one.
         *
         *     Session: role viewer or above.
         */
        post: operations["revokeSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your password
         * @description Ends all your other sessions and every link to reset the password, and replaces the cookie of this session.
         *
         *     Session: role viewer or above.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/request-password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a password reset email
         * @description The response is the same whether or not the account exists. The link works once and expires after 1 hour. Returns `FORBIDDEN` if this installation sends no emails.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset a password
         * @description Takes the token from a password reset link. Ends all sessions of the user and invalidates their other password reset links.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/send-verification-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend the verification email
         * @description The response is the same whether or not there is an account to verify. The link expires after 1 day. Returns `FORBIDDEN` if this installation sends no emails.
         */
        post: operations["sendVerificationEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Verify an email address
         * @description Takes the token from a verification link. Does not sign anyone in. The link can be opened more than once, because email scanners open links before people do.
         */
        get: operations["verifyEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit records
         * @description Newest first. For texts and secrets, only an HMAC of the value before and after the change is kept; for other fields, the changed values. `page` × `limit` can be at most 100,000; beyond that, narrow `from` and `to`. A record appears a moment after the change.
         *
         *     Session: role manager or above.
         */
        get: operations["listAuditRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state of the queue
         * @description What waits for a decision in the whole workspace, how many other people review, and whether the queue grows: `cameIn` and `decided` count from `since`, the full hour before the last one, until now.
         *
         *     Session: role viewer or above.
         */
        get: operations["getQueue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/queue/reviewers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List active reviewers
         * @description People who have claimed an output, or have decided one within the last hour. The person with the earliest deadline among their claimed outputs, `nextDueAt`, comes first.
         *
         *     Session: role manager or above.
         */
        get: operations["listReviewers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/queue/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the outputs that wait for each group
         * @description All groups, the one with the earliest deadline first. Outputs that its people have taken count too.
         *
         *     Session: role manager or above.
         */
        get: operations["listGroupLoads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/logs/{id}/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim an output
         * @description Tells everyone that you are looking at an output that waits for a decision, or at an undecided sample. A claim lasts five minutes; calling again renews it. While another person has it, the response is 409 `CLAIMED` with `claimedBy`, unless you send `takeOver`. Deciding ends a claim. Tokens and deadlines are not held up by claims. Claims have a limit of their own: 600 calls a minute.
         *
         *     Session: role reviewer or above.
         */
        post: operations["claimOutput"];
        /**
         * Release an output that you have claimed
         * @description Ends your own claim. Nothing changes if you have none, if another person has claimed the output, or if there is no such output.
         *
         *     Session: role reviewer or above.
         */
        delete: operations["releaseOutput"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/logs/{id}/assignee": {
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
         * Assign an output to a person or a group
         * @description For outputs that wait for a decision, and undecided samples. Send `userId`, `groupId`, or both: a person, and the group that the output goes back to. `userId: null` returns the output to the group that it came from, or unassigns it; `groupId: null` unassigns it. Reviewers can take outputs themselves and give their own back; managers can assign anyone who may decide.
         *
         *     Session: role reviewer or above.
         */
        patch: operations["assignOutput"];
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
    "/api/logs/{id}/evaluate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Evaluate an output again
         * @description Evaluates an undecided output with the current rules. Counts toward the limit of 20 calls per minute that can call a model. An output whose submission could not be read cannot be evaluated until that is replayed: 409 `CONFLICT`. Each call starts an evaluation, perhaps even one that gets 503: read the output before you repeat it.
         *
         *     Session: role manager or above.
         */
        post: operations["evaluateAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/logs/bulk": {
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
         * Approve, reject, delete or assign outputs in bulk
         * @description Outputs that cannot be changed are skipped and listed in `skipped`, with `FORBIDDEN` where you may not approve or assign one yourself. An output that needs several approvals gets one. Only managers and admins can delete. `assign` takes `userId` and `groupId` as one output does (`PATCH /api/logs/{id}/assignee`), and skips with `CONFLICT` outputs that passed and are not samples; `approve` does so with outputs whose submission could not be read.
         *
         *     Session: role reviewer or above.
         */
        patch: operations["changeManyOutputs"];
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
        /**
         * Delete an output permanently
         * @description Session: role manager or above.
         */
        delete: operations["deleteOutput"];
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
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream the events of the workspace
         * @description Server-sent events (`text/event-stream`): `evaluated` (a result of the rules), `flagged` (by a user or through the API), `decided`, `deleted`, `claimed` (also when a claim is renewed), `released` (also when a claim runs out; not when a decision ends it) and `assigned`, each with an ID and JSON `{id, at, projectId, taskId, status, humanDecision, decidedBy, claimedBy, claimedUntil, assignee}`. The stream begins now or, with `Last-Event-ID`, which an EventSource sends automatically, after that event. If that event is too old, the first event is `resync`: reload what you show. A comment is sent every 15 seconds. The stream ends within 5 seconds if the session ends, if it switches to another workspace, or if its user leaves this one. If it ends for any other reason, connect again. Clients that do not read are disconnected.
         *
         *     Session: role viewer or above.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
    "/api/instructions/versions/{n}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a version of instructions as a new version
         * @description Session: role manager or above.
         */
        post: operations["restoreInstructionsVersion"];
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
        /**
         * List queued feedback, oldest first
         * @description The oldest 1000, if an earlier release has queued more.
         *
         *     Session: role viewer or above.
         */
        get: operations["listFeedback"];
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
    "/api/instructions/suggestions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List suggestions, newest first
         * @description The newest 50. If none of them is being drafted or waiting, the newest older one that is follows them.
         *
         *     Session: role viewer or above.
         */
        get: operations["listSuggestions"];
        put?: never;
        /**
         * Draft a new version from queued feedback and from decisions
         * @description The configured model writes the draft in the background, one draft per document at a time. Nothing changes until someone accepts it. `from` says what it is made from: `notes` (the default) are the queued ones; `outputs` are those that ran under the active version and that people rejected or changed, the latest 50 at most, with their corrections and comments. Decisions by deadline do not count.
         *
         *     Session: role manager or above.
         */
        post: operations["requestSuggestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/instructions/suggestions/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept a suggestion
         * @description Saves the draft as the new version, as it is or with your `content`. The notes that it is based on leave the queue; notes that were added or changed later stay. A draft is stale once another version was saved, and cannot be accepted.
         *
         *     Session: role manager or above.
         */
        post: operations["acceptSuggestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/instructions/suggestions/{id}/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dismiss a suggestion and keep its notes queued
         * @description Session: role manager or above.
         */
        post: operations["dismissSuggestion"];
        delete?: never;
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
    "/files/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file with a signed link
         * @description Links come from `GET /api/media-url` and `GET /api/media/{key}` and expire after 5 minutes. Supports `Range` and `If-None-Match`.
         */
        get: operations["downloadFile"];
        /**
         * Upload a file with a signed link
         * @description Links come from `POST /api/uploads`. Send the bytes with the headers that it returned, and no `Authorization` header.
         */
        put: operations["putUpload"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members, earliest to join first
         * @description Session: role admin or above.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the people of the workspace, by name
         * @description Members of every role, without their roles and tokens.
         *
         *     Session: role reviewer or above.
         */
        get: operations["listPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/members/{userId}": {
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
         * Remove a member
         * @description The member loses access to the workspace with their next request. Invitations that they created and that nobody has accepted become invalid. So do the tokens that they created and know, except those in `keepTokens`. Their account is kept. The last admin cannot be removed.
         *
         *     Session: role admin or above.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Change a member’s role
         * @description Takes effect with the member’s next request. The last admin keeps the role admin. Invitations that a former admin created become invalid; tokens that they created stay valid until they are revoked.
         *
         *     Session: role admin or above.
         */
        patch: operations["changeMember"];
        trace?: never;
    };
    "/api/members/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List open invitations, newest first
         * @description Session: role admin or above.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Create an invitation link
         * @description The link expires after 7 days, works for one person and is shown only once.
         *
         *     Session: role admin or above.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/members/invitations/{id}": {
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
         * Revoke an invitation
         * @description Session: role admin or above.
         */
        delete: operations["revokeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitations/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an invitation without using it up
         * @description The token is the last part of the invitation link. No sign-in is needed.
         */
        get: operations["getInvitation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitations/{token}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation
         * @description With a session, its user joins the workspace, and the session switches to it. Without a session, an account is created from `name` and `password`, even if sign-up is closed; `email` is allowed only if the invitation is not for a specific address. People who already have an account sign in first. If the installation sends emails, the response is the same for an `email` that already has an account: nobody joins, and its owner gets an email with a new link for the invitation.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List groups, by name
         * @description Session: role reviewer or above.
         */
        get: operations["listGroups"];
        put?: never;
        /**
         * Create a group of people
         * @description A workspace can have 100 groups. Their names are unique, ignoring case.
         *
         *     Session: role manager or above.
         */
        post: operations["createGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/groups/{id}": {
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
         * Delete a group
         * @description `moveTo`, the ID of the group that replaces it, is required if the group or its people have undecided outputs, or if a project or task names it as its review or escalation group.
         *
         *     Session: role manager or above.
         */
        delete: operations["deleteGroup"];
        options?: never;
        head?: never;
        /**
         * Rename a group or change who is in it
         * @description `userIds` replaces the members of the group.
         *
         *     Session: role manager or above.
         */
        patch: operations["updateGroup"];
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
        /**
         * Create a project
         * @description You can use a former name of another project; it then refers to the new project.
         *
         *     Session: role manager or above.
         */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}": {
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
         * Delete an empty project
         * @description Session: role manager or above.
         */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /**
         * Rename a project, change its icon, sample rate or groups
         * @description The former name stays an alias until another project takes it. To remove the icon, the sample rate or a group, send null. The new settings apply to outputs that pass, are flagged or are escalated after the response.
         *
         *     Session: role manager or above.
         */
        patch: operations["updateProject"];
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
        /**
         * Create a task in a project
         * @description Session: role manager or above.
         */
        post: operations["createTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/tasks/{taskId}": {
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
         * Delete an empty task
         * @description Session: role manager or above.
         */
        delete: operations["deleteTask"];
        options?: never;
        head?: never;
        /**
         * Rename a task, change its sample rate or groups
         * @description The former name stays an alias in its project. The new rate and groups apply to outputs that pass, are flagged or are escalated after the response.
         *
         *     Session: role manager or above.
         */
        patch: operations["renameTask"];
        trace?: never;
    };
    "/api/rules/backtests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List backtests
         * @description Newest first.
         *
         *     Session: role viewer or above.
         */
        get: operations["listBacktests"];
        put?: never;
        /**
         * Start a backtest
         * @description Applies a rule to stored outputs, newest first, in the background, and changes none of them. Send `ruleId`, or `rule`, which need not be stored; the scope of the rule does not matter. One backtest of a workspace runs at a time: a second is 409 `CONFLICT`. With `estimate`, nothing is started, and the answer is 200 with the number of outputs and, for a judge, roughly what it would cost: null if its prices are not known. Starting one that asks a judge counts as one of the 20 model calls per minute. The last 20 backtests of a workspace are kept.
         *
         *     Session: role manager or above.
         */
        post: operations["startBacktest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rules/backtests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a backtest
         * @description Session: role viewer or above.
         */
        get: operations["getBacktest"];
        put?: never;
        post?: never;
        /**
         * Cancel a backtest
         * @description Keeps the results so far. A backtest that has ended does not change.
         *
         *     Session: role manager or above.
         */
        delete: operations["cancelBacktest"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rules/backtests/{id}/flips": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the outputs that a backtest decides differently
         * @description Newest outputs first; deleted ones are left out. `was` is how the stored rule ended on the output, null if it was not applied to it; for a rule that is not stored, the verdict of the output. `label` is `good` (approved), `bad` (rejected or changed) or `none`, as it was when the output was checked.
         *
         *     Session: role viewer or above.
         */
        get: operations["listBacktestFlips"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rules/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the results of all rules
         * @description How people decided the outputs that a version of a rule was applied to: approved is good, rejected or changed is bad; `handled` and decisions by a deadline do not count. The latest evaluation and decision of an output count immediately. `from` and `to` are days of the outputs in UTC, and include the whole day. Deleting outputs does not change the counts. The estimates weigh each label by the outputs that it stands for, and are null below 30 labels of the version or if they are undefined. Costs and durations are included within seconds. Sorted by the latest name of the rule, newest version first.
         *
         *     Session: role viewer or above.
         */
        get: operations["listRuleResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rules/{id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the results of a rule
         * @description How people decided the outputs that a version of a rule was applied to: approved is good, rejected or changed is bad; `handled` and decisions by a deadline do not count. The latest evaluation and decision of an output count immediately. `from` and `to` are days of the outputs in UTC, and include the whole day. Deleting outputs does not change the counts. The estimates weigh each label by the outputs that it stands for, and are null below 30 labels of the version or if they are undefined. Costs and durations are included within seconds. Newest version first. A rule that was deleted keeps its results.
         *
         *     Session: role viewer or above.
         */
        get: operations["getRuleResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List rules
         * @description Session: role viewer or above.
         */
        get: operations["listRules"];
        put?: never;
        /**
         * Create a rule
         * @description Without a project, the rule applies to all outputs of the workspace. If there is no project or task with the name in `projectName` or `taskName`, it is created. The rule applies as soon as the response is sent. A workspace can have at most 1,000 rules, and the values of all of them can have at most 8 MB (8,388,608 bytes).
         *
         *     Session: role manager or above.
         */
        post: operations["createRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rules/evaluate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test rules with a dry run
         * @description Stores nothing. Send one of the following: `rule` (it does not need to exist), `logId` (the text and files of that output with the current live rules), both (the rule on that output), or `project` with or without `task` (the live rules). A judge with `judgeFiles` receives the files. Judges are called too; one that does not answer within 25 s ends as `error`. A dry run that calls a judge counts toward the limit of 20 calls per minute that can call a model.
         *
         *     Session: role manager or above.
         */
        post: operations["dryRunRules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a rule
         * @description Session: role viewer or above.
         */
        get: operations["getRule"];
        put?: never;
        post?: never;
        /**
         * Delete a rule
         * @description Session: role manager or above.
         */
        delete: operations["deleteRule"];
        options?: never;
        head?: never;
        /**
         * Update a rule
         * @description Creates a new version if anything changes; results keep the version that they came from. If you send a project without a task, the task is kept only if the project stays the same. Null or a blank string clears a field that can be empty: the description, the judge, the approvals, the task, and together with the task, the project. A value cannot grow beyond the 8 MB (8,388,608 bytes) that the values of all rules of a workspace can have.
         *
         *     Session: role manager or above.
         */
        patch: operations["updateRule"];
        trace?: never;
    };
    "/api/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the settings of the workspace
         * @description Session: role viewer or above.
         */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the settings of the workspace
         * @description Fields that you leave out do not change. Null clears a field that can be empty. If one field is invalid, nothing changes. Changes apply as soon as the response is sent: judge settings to outputs evaluated after it, the storage quota to files that arrive after it, and notification settings to events after it. `queueDecisionComments` and `retentionDays` take effect moments later.
         *
         *     Session: role admin or above.
         */
        patch: operations["updateSettings"];
        trace?: never;
    };
    "/api/slack/interactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive an interaction from Slack
         * @description The Request URL of the Slack app of a workspace; only Slack calls it. The body is accepted if its signature is that of an app whose IDs a workspace has set with its signing secret, if it is not older than five minutes, and if it has not been received before; otherwise the response is 401.
         */
        post: operations["receiveSlackInteraction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/slack/link-requests/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the Slack user of a link request
         * @description Does not use up the link. Returns 404 if the link was used, has expired, or is for a workspace that you are not a member of.
         *
         *     Session: role viewer or above.
         */
        get: operations["getSlackLinkRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/slack/link-requests/{token}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Link a Slack user to your account
         * @description After that, decisions of this Slack user in Slack are made in your name. The link works once. Returns 409 if the Slack user is already linked to somebody.
         *
         *     Session: role viewer or above.
         */
        post: operations["acceptSlackLinkRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/slack/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the Slack users who decide in your name in this workspace
         * @description Session: role viewer or above.
         */
        get: operations["listSlackLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/slack/links/{slackUserId}": {
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
         * Unlink a Slack user from your account
         * @description Takes effect with the next action of the user in Slack.
         *
         *     Session: role viewer or above.
         */
        delete: operations["deleteSlackLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get statistics over time
         * @description Counts what happened in each interval, in UTC. Weeks begin on Monday, and `range` is a single interval from the hour of `from` to the hour of `to`. `runs` counts results, and `pass`, `flagged` and `error` count their outcomes. A flag by a user or through the API also counts as `flagged`. A decision counts in the interval in which it is made, and its duration is measured from the result. Deleting an output does not change the counts. Every series has a point for each interval from that of `from` (default: a week before `to`) to that of `to` (default: now), at most 750. Only the 50 series with the most runs are returned. `key` is the ID of a project or task, a status, a model or a version, and null for outputs without one; without `groupBy`, it is `all`. Grouped by `decidedBy` or `reason`, `runs` counts decisions, and `key` is who decided, or the ID of a reason; managers see everyone’s decisions, others only their own. Events are counted within seconds.
         *
         *     Session: role viewer or above.
         */
        get: operations["getStatistics"];
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
    "/api/destinations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List destinations
         * @description Subscriptions, the webhook of the workspace, its channels (Slack and email), and the callbacks of its outputs, newest first. Deleted subscriptions are not included.
         *
         *     Session: role manager or above.
         */
        get: operations["listDestinations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/destinations/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a destination
         * @description The new secret is shown only once. For 1 day, events are also signed with the previous one, even if the secret is rotated again in the meantime, with up to nine previous ones. Returns 409 for channels, which have no secret.
         *
         *     Session: role manager or above.
         */
        post: operations["rotateDestinationSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/destinations/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event to a destination
         * @description Makes one attempt immediately, even if the destination has ended, and returns the result. Returns 409 for callbacks, which have no address of their own.
         *
         *     Session: role manager or above.
         */
        post: operations["testDestination"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description Newest first. Deliveries are kept for 30 days.
         *
         *     Session: role manager or above.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery with its attempts
         * @description Session: role manager or above.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/deliveries/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay a delivery
         * @description Sends a delivery again with the same `webhook-id`, whether or not it succeeded before. The retry schedule starts over. Returns 409 if its output was deleted or its destination has ended.
         *
         *     Session: role manager or above.
         */
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/deliveries/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay all dead deliveries of a destination
         * @description Sends the deliveries of events since `since` again, in their original order; `count` is their number. Switches on a destination that was switched off for failing. Returns 409 for a destination that has ended for another reason.
         *
         *     Session: role manager or above.
         */
        post: operations["replayDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List named tokens
         * @description Newest first. Includes expired tokens until they are revoked.
         *
         *     Session: role admin or above.
         */
        get: operations["listTokens"];
        put?: never;
        /**
         * Create a named token
         * @description Create one for each automation: each token has its own rate limit for submissions, and outputs show the name of the token that submitted them. The token is shown only once. A workspace can have at most 50 valid named tokens.
         *
         *     Session: role admin or above.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tokens/{id}": {
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
         * Revoke a named token
         * @description The token is refused from the next request on, on every gateway instance.
         *
         *     Session: role admin or above.
         */
        delete: operations["revokeToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/rotate-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the workspace token
         * @description The previous token, if any, is refused from the next request on. The new token is shown only once. Limited to 5 calls per hour.
         *
         *     Session: role admin or above.
         */
        post: operations["rotateToken"];
        delete?: never;
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
    "/api/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your own and the shared views
         * @description A view is a saved query of the queue or of the page of outputs. Shared views come first, sorted by name.
         *
         *     Session: role viewer or above.
         */
        get: operations["listViews"];
        put?: never;
        /**
         * Save a view
         * @description Managers can share it with the workspace. A person can have 100 views and a workspace can share 100; beyond that, or if you already have a view with that name for the page, the response is 409.
         *
         *     Session: role reviewer or above.
         */
        post: operations["createView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/views/{id}": {
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
         * Delete a view
         * @description You can delete your own views and, as a manager, shared ones.
         *
         *     Session: role reviewer or above.
         */
        delete: operations["deleteView"];
        options?: never;
        head?: never;
        /**
         * Change a view
         * @description You can change your own views and, as a manager, shared ones. A manager who stops sharing a view becomes its owner.
         *
         *     Session: role reviewer or above.
         */
        patch: operations["updateView"];
        trace?: never;
    };
    "/api/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your workspaces
         * @description Listed in the order in which you joined them, with your role in each.
         *
         *     Session: role viewer or above.
         */
        get: operations["listWorkspaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/switch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch to another workspace
         * @description Applies only to this session, from its next request on.
         *
         *     Session: role viewer or above.
         */
        post: operations["switchWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}": {
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
         * Erase a workspace
         * @description Erases the workspace that you act in, and everything that belongs to it. To confirm, send its name. Tokens, members and invitations are deleted immediately; outputs, files and everything else within minutes. This cannot be undone. People keep their accounts. Messages of the Slack app are emptied as far as Slack allows it within that time; what went to other channels, webhooks and callbacks stays there.
         *
         *     Session: role admin or above.
         */
        delete: operations["eraseWorkspace"];
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
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @description Leading and trailing whitespace is removed.
                     */
                    email: string;
                    password: string;
                    /** @description If `false`, the cookie is deleted when the browser is closed. */
                    rememberMe?: boolean;
                };
            };
        };
        responses: {
            /** @description Sign in with email and password */
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
                        user: {
                            id: string;
                            name: string;
                            email: string;
                        };
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
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sign out */
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
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the current session */
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
                        user: {
                            id: string;
                            name: string;
                            email: string;
                        };
                        session: {
                            /** Format: date-time */
                            expiresAt: string;
                        };
                        workspace: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            role: "viewer" | "reviewer" | "manager" | "admin";
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
            default: components["responses"]["AnyError"];
        };
    };
    signUp: {
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
                    name: string;
                    /**
                     * Format: email
                     * @description Leading and trailing whitespace is removed.
                     */
                    email: string;
                    password: string;
                    /** @description Leading and trailing whitespace is removed. */
                    workspaceName?: string;
                };
            };
        };
        responses: {
            /** @description Create an account and a workspace */
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
                        user: {
                            id: string;
                            name: string;
                            email: string;
                        } | null;
                        /** @description Whether a verification email was sent. If so, `user` is null. */
                        needsVerification: boolean;
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
    getSignUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Check whether sign-up is open */
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
                        /** @description If `false`, only people with an invitation can create an account. */
                        isOpen: boolean;
                    };
                };
            };
            /** @description `MISDIRECTED_REQUEST` */
            421: {
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
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List your sessions, newest first */
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
                        /** @description Whether this is the current session. */
                        isCurrent: boolean;
                        /** Format: date-time */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description Accurate to the hour.
                         */
                        lastUsedAt: string;
                        /** Format: date-time */
                        expiresAt: string;
                        address: string | null;
                        userAgent: string | null;
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
    revokeSession: {
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
                    id: string;
                };
            };
        };
        responses: {
            /** @description Revoke one of your sessions */
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
    revokeSessions: {
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
        requestBody?: never;
        responses: {
            /** @description Sign out everywhere */
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
            default: components["responses"]["AnyError"];
        };
    };
    changePassword: {
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
                    currentPassword: string;
                    newPassword: string;
                };
            };
        };
        responses: {
            /** @description Change your password */
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
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @description Leading and trailing whitespace is removed.
                     */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Send a password reset email */
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
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    newPassword: string;
                };
            };
        };
        responses: {
            /** @description Reset a password */
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
    sendVerificationEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @description Leading and trailing whitespace is removed.
                     */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Resend the verification email */
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
    verifyEmail: {
        parameters: {
            query: {
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Verify an email address */
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
    listAuditRecords: {
        parameters: {
            query?: {
                /** @description Only records about this output. */
                logId?: string;
                /** @description Who made the change: an email address, `api`, `token:<name>` or an ID. */
                actor?: string;
                /** @description A time without a zone is UTC. A date without a time is accepted too. */
                from?: string;
                /** @description A time without a zone is UTC. A date without a time is accepted too. */
                to?: string;
                page?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List audit records */
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
                        items: {
                            /** @description Position in the audit chain of the workspace, starting at 1. */
                            seq: number;
                            /** Format: date-time */
                            at: string;
                            action: string;
                            actor: {
                                /** @enum {string} */
                                kind: "user" | "token" | "system";
                                id: string | null;
                                name: string;
                            };
                            address: string | null;
                            requestId: string | null;
                            target: {
                                kind: string;
                                id: string;
                            };
                            logId: string | null;
                            before: {
                                [key: string]: null | boolean | number | string | string[] | {
                                    hmac: string;
                                };
                            } | null;
                            after: {
                                [key: string]: null | boolean | number | string | string[] | {
                                    hmac: string;
                                };
                            } | null;
                        }[];
                        total: number;
                        page: number;
                        limit: number;
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
    getQueue: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the state of the queue */
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
                        waiting: number;
                        oldestAt: string | null;
                        /** @description How many have a deadline within the next hour. */
                        dueSoon: number;
                        /** @description How many of these are unclaimed. */
                        dueUnclaimed: number;
                        /** @description How many other people have claimed an output. */
                        others: number;
                        /** Format: date-time */
                        since: string;
                        /** @description How many outputs entered the queue, by their first result or by a flag. Re-evaluations do not count. */
                        cameIn: number;
                        /** @description How many waiting outputs were decided. */
                        decided: number;
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
            default: components["responses"]["AnyError"];
        };
    };
    listReviewers: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List active reviewers */
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
                        items: {
                            email: string;
                            claimed: number;
                            nextDueAt: string | null;
                            /** @description Decisions within the last hour. */
                            decided: number;
                            lastDecidedAt: string | null;
                        }[];
                        total: number;
                        page: number;
                        limit: number;
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
    listGroupLoads: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the outputs that wait for each group */
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
                        /** @description Number of people in the group. */
                        people: number;
                        /** @description Undecided outputs that are assigned to it, or come from it. */
                        waiting: number;
                        /** @description How many of these have not been taken. */
                        untaken: number;
                        oldestAt: string | null;
                        /** @description How many have a deadline within the next hour. */
                        dueSoon: number;
                        nextDueAt: string | null;
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
    claimOutput: {
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
                    takeOver?: boolean;
                };
            };
        };
        responses: {
            /** @description Claim an output */
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
                        claimedBy: string;
                        /** Format: date-time */
                        claimedUntil: string;
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
            /** @description `STILL_EVALUATING`, `ALREADY_DECIDED`, `CONFLICT`, `CLAIMED` */
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
    releaseOutput: {
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
            /** @description Release an output that you have claimed */
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
    assignOutput: {
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
                    userId?: string | null;
                    groupId?: string | null;
                };
            };
        };
        responses: {
            /** @description Assign an output to a person or a group */
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
                        assignee: {
                            /** @enum {string} */
                            kind: "user" | "group";
                            id: string;
                            name: string;
                        } | null;
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
            /** @description `STILL_EVALUATING`, `ALREADY_DECIDED`, `CONFLICT` */
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
    evaluateAgain: {
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
            /** @description Evaluate an output again */
            202: {
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
                        status: "pending";
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
            /** @description `STILL_EVALUATING`, `ALREADY_DECIDED`, `CONFLICT` */
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
    changeManyOutputs: {
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
                    ids: string[];
                    /** @enum {string} */
                    action: "approve" | "reject" | "delete" | "assign";
                    comment?: string;
                    /** @description IDs of active reasons among `decisionReasons` of the settings. */
                    reasonIds?: string[];
                    userId?: string | null;
                    groupId?: string | null;
                };
            };
        };
        responses: {
            /** @description Approve, reject, delete or assign outputs in bulk */
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
                        count: number;
                        skipped: {
                            id: string;
                            /** @enum {string} */
                            code: "NOT_FOUND" | "STILL_EVALUATING" | "ALREADY_DECIDED" | "CLAIMED" | "FORBIDDEN" | "CONFLICT";
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
    deleteOutput: {
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
            /** @description Delete an output permanently */
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
    streamEvents: {
        parameters: {
            query?: never;
            header?: {
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Stream the events of the workspace */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
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
    restoreInstructionsVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the ID of the workspace that the request is meant for. If the session acts in another workspace by now, nothing is done and the response is 409 `WORKSPACE_CHANGED`. Scripts can leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
                /** @description With a session: the ID of the person who makes the request. If somebody else is signed in by now, nothing is done and the response is 409 `WORKSPACE_CHANGED`. Scripts can leave it out. */
                "X-User"?: components["parameters"]["X-User"];
            };
            path: {
                n: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Leading and trailing whitespace is removed. */
                    project: string;
                    /** @description Leading and trailing whitespace is removed. */
                    task: string;
                };
            };
        };
        responses: {
            /** @description Restore a version of instructions as a new version */
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
    listFeedback: {
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
            /** @description List queued feedback, oldest first */
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
                        ref: string;
                        project: string;
                        task: string;
                        comment: string;
                        author: string | null;
                        logId: string | null;
                        /** Format: date-time */
                        at: string;
                        /** @description An email address, `api` or `token:<name>`. */
                        queuedBy: string;
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
    listSuggestions: {
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
            /** @description List suggestions, newest first */
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
                        state: "drafting" | "ready" | "stale" | "failed" | "accepted" | "dismissed";
                        /** @description The version that the draft is based on. */
                        baseVersion: number;
                        content: string | null;
                        changes: {
                            summary: string;
                            /** @description The notes that this change addresses. */
                            noteRefs: string[];
                            /** @description The outputs that this change is drawn from, without deleted ones. */
                            outputIds: string[];
                        }[];
                        /** @description All notes that the draft is based on. */
                        noteRefs: string[];
                        /** @description All outputs that the draft is based on, the latest decision first. */
                        outputs: {
                            id: string | null;
                            /** @enum {string} */
                            decision: "changed" | "rejected";
                            /** @description The names of the rules that failed on it. */
                            failedRules: string[];
                        }[];
                        decisions: {
                            approved: number;
                            changed: number;
                            rejected: number;
                        } | null;
                        failure: string | null;
                        createdBy: string;
                        /** Format: date-time */
                        createdAt: string;
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
    requestSuggestion: {
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
                    /** @enum {string} */
                    from?: "notes" | "outputs" | "both";
                };
            };
        };
        responses: {
            /** @description Draft a new version from queued feedback and from decisions */
            202: {
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
                        /** @constant */
                        state: "drafting";
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
            /** @description `NO_NOTES`, `NO_LABELS`, `NO_MODEL_CONFIGURED`, `DRAFT_IN_PROGRESS` */
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
    acceptSuggestion: {
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
                    /** @description At most 262144 bytes in UTF-8. Must not be blank. */
                    content?: string;
                };
            };
        };
        responses: {
            /** @description Accept a suggestion */
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
            /** @description `STALE_DRAFT`, `DRAFT_IN_PROGRESS` */
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
    dismissSuggestion: {
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
            /** @description Dismiss a suggestion and keep its notes queued */
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
            /** @description `STALE_DRAFT` */
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
    downloadFile: {
        parameters: {
            query: {
                /** @description The signature. */
                link: string;
            };
            header?: {
                Range?: string;
                "If-None-Match"?: string;
            };
            path: {
                /** @description Can contain slashes. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Download a file with a signed link */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    /** @description The ETag of the file, for `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description Download a file with a signed link */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    /** @description The range of these bytes, and the size of the file. */
                    "Content-Range"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description Download a file with a signed link */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
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
            /** @description See the response body. */
            416: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    "X-User": components["headers"]["X-User"];
                    /** @description The size of the file, such as `bytes *\/10`. */
                    "Content-Range"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
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
    putUpload: {
        parameters: {
            query: {
                /** @description The signature. */
                link: string;
            };
            header?: never;
            path: {
                /** @description Can contain slashes. */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": string;
            };
        };
        responses: {
            /** @description Upload a file with a signed link */
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
    listMembers: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List members, earliest to join first */
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
                        items: {
                            userId: string;
                            name: string;
                            email: string;
                            /** @enum {string} */
                            role: "viewer" | "reviewer" | "manager" | "admin";
                            /** Format: date-time */
                            joinedAt: string;
                            /** @description Tokens that the member created and that have not been revoked, oldest first. Tokens from earlier releases are not listed, because their creator is not known. */
                            tokens: {
                                id: string;
                                name: string | null;
                                /** @description The last 4 characters of the token. */
                                hint: string;
                                lastUsedAt: string | null;
                            }[];
                        }[];
                        total: number;
                        page: number;
                        limit: number;
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
    listPeople: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the people of the workspace, by name */
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
                        userId: string;
                        name: string;
                        email: string;
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
    removeMember: {
        parameters: {
            query?: {
                /** @description Comma-separated IDs of the member’s tokens that stay valid. For an unknown ID, the response is 400 and nothing changes. */
                keepTokens?: string;
            };
            header?: {
                /** @description With a session: the ID of the workspace that the request is meant for. If the session acts in another workspace by now, nothing is done and the response is 409 `WORKSPACE_CHANGED`. Scripts can leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
                /** @description With a session: the ID of the person who makes the request. If somebody else is signed in by now, nothing is done and the response is 409 `WORKSPACE_CHANGED`. Scripts can leave it out. */
                "X-User"?: components["parameters"]["X-User"];
            };
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Remove a member */
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
                        /** @description Tokens that the member created, oldest first. */
                        tokens: {
                            id: string;
                            name: string | null;
                            revoked: boolean;
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
            /** @description `LAST_ADMIN` */
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
    changeMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the ID of the workspace that the request is meant for. If the session acts in another workspace by now, nothing is done and the response is 409 `WORKSPACE_CHANGED`. Scripts can leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
                /** @description With a session: the ID of the person who makes the request. If somebody else is signed in by now, nothing is done and the response is 409 `WORKSPACE_CHANGED`. Scripts can leave it out. */
                "X-User"?: components["parameters"]["X-User"];
            };
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    role: "viewer" | "reviewer" | "manager" | "admin";
                };
            };
        };
        responses: {
            /** @description Change a member’s role */
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
                        userId: string;
                        name: string;
                        email: string;
                        /** @enum {string} */
                        role: "viewer" | "reviewer" | "manager" | "admin";
                        /** Format: date-time */
                        joinedAt: string;
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
            /** @description `LAST_ADMIN` */
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
    listInvitations: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List open invitations, newest first */
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
                        items: {
                            id: string;
                            email: string | null;
                            /** @enum {string} */
                            role: "viewer" | "reviewer" | "manager" | "admin";
                            /** @description Email address. */
                            createdBy: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            expiresAt: string;
                        }[];
                        total: number;
                        page: number;
                        limit: number;
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
    createInvitation: {
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
                    /**
                     * Format: email
                     * @description Leading and trailing whitespace is removed.
                     */
                    email?: string;
                    /** @enum {string} */
                    role: "viewer" | "reviewer" | "manager" | "admin";
                };
            };
        };
        responses: {
            /** @description Create an invitation link */
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
                        email: string | null;
                        /** @enum {string} */
                        role: "viewer" | "reviewer" | "manager" | "admin";
                        /** @description Email address. */
                        createdBy: string;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        expiresAt: string;
                        /** @description The last part of the link. */
                        token: string;
                        link: string;
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
    revokeInvitation: {
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
            /** @description Revoke an invitation */
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
    getInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get an invitation without using it up */
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
                        workspaceName: string;
                        /** @enum {string} */
                        role: "viewer" | "reviewer" | "manager" | "admin";
                        email: string | null;
                        /** Format: date-time */
                        expiresAt: string;
                    };
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
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Leading and trailing whitespace is removed. */
                    name?: string;
                    /**
                     * Format: email
                     * @description Leading and trailing whitespace is removed.
                     */
                    email?: string;
                    password?: string;
                };
            };
        };
        responses: {
            /** @description Accept an invitation */
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
                        /** @description Whether an email was sent. If so, its link must be opened before the first sign-in or, if the address has an account, to join with it. */
                        needsVerification: boolean;
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
    listGroups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List groups, by name */
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
                        /** @description In the order of the IDs. */
                        userIds: string[];
                        /** Format: date-time */
                        createdAt: string;
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
    createGroup: {
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
                    name: string;
                    /** @description Members of the workspace, of any role. Repeated IDs count once. */
                    userIds?: string[];
                };
            };
        };
        responses: {
            /** @description Create a group of people */
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
                        name: string;
                        /** @description In the order of the IDs. */
                        userIds: string[];
                        /** Format: date-time */
                        createdAt: string;
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
    deleteGroup: {
        parameters: {
            query?: {
                moveTo?: string;
            };
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
            /** @description Delete a group */
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
            default: components["responses"]["AnyError"];
        };
    };
    updateGroup: {
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
                    /** @description Leading and trailing whitespace is removed. */
                    name?: string;
                    /** @description Members of the workspace, of any role. Repeated IDs count once. */
                    userIds?: string[];
                };
            };
        };
        responses: {
            /** @description Rename a group or change who is in it */
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
                        /** @description In the order of the IDs. */
                        userIds: string[];
                        /** Format: date-time */
                        createdAt: string;
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
    createProject: {
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
                    name: string;
                    /** @description Leading and trailing whitespace is removed. */
                    icon?: string;
                    /** @description Share of the passed outputs that people are asked to review. If null, a task uses the rate of its project, and a project uses 0. */
                    sampleRate?: number;
                    /** @description ID of the group that flagged outputs are assigned to. If null, a task uses that of its project, and a project has none. */
                    reviewGroupId?: string;
                    /** @description ID of the group that outputs are assigned to if they are escalated because nobody decided in time. If null, a task uses that of its project, and a project has none. */
                    escalationGroupId?: string;
                };
            };
        };
        responses: {
            /** @description Create a project */
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
                        name: string;
                        icon: string | null;
                        sampleRate: number | null;
                        reviewGroupId: string | null;
                        escalationGroupId: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** @description Number of existing outputs in it. */
                        executionCount: number;
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
    deleteProject: {
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
            /** @description Delete an empty project */
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
            /** @description `PROJECT_NOT_EMPTY` */
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
    updateProject: {
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
                    /** @description Leading and trailing whitespace is removed. */
                    name?: string;
                    /** @description Leading and trailing whitespace is removed. */
                    icon?: string | null;
                    /** @description Share of the passed outputs that people are asked to review. If null, a task uses the rate of its project, and a project uses 0. */
                    sampleRate?: number | null;
                    /** @description ID of the group that flagged outputs are assigned to. If null, a task uses that of its project, and a project has none. */
                    reviewGroupId?: string | null;
                    /** @description ID of the group that outputs are assigned to if they are escalated because nobody decided in time. If null, a task uses that of its project, and a project has none. */
                    escalationGroupId?: string | null;
                };
            };
        };
        responses: {
            /** @description Rename a project, change its icon, sample rate or groups */
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
    createTask: {
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
                    /** @description Leading and trailing whitespace is removed. */
                    name: string;
                    /** @description Share of the passed outputs that people are asked to review. If null, a task uses the rate of its project, and a project uses 0. */
                    sampleRate?: number;
                    /** @description ID of the group that flagged outputs are assigned to. If null, a task uses that of its project, and a project has none. */
                    reviewGroupId?: string;
                    /** @description ID of the group that outputs are assigned to if they are escalated because nobody decided in time. If null, a task uses that of its project, and a project has none. */
                    escalationGroupId?: string;
                };
            };
        };
        responses: {
            /** @description Create a task in a project */
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
                        name: string;
                        projectId: string;
                        sampleRate: number | null;
                        reviewGroupId: string | null;
                        escalationGroupId: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** @description Number of existing outputs in it. */
                        executionCount: number;
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
    deleteTask: {
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
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete an empty task */
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
            /** @description `TASK_NOT_EMPTY` */
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
    renameTask: {
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
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Leading and trailing whitespace is removed. */
                    name?: string;
                    /** @description Share of the passed outputs that people are asked to review. If null, a task uses the rate of its project, and a project uses 0. */
                    sampleRate?: number | null;
                    /** @description ID of the group that flagged outputs are assigned to. If null, a task uses that of its project, and a project has none. */
                    reviewGroupId?: string | null;
                    /** @description ID of the group that outputs are assigned to if they are escalated because nobody decided in time. If null, a task uses that of its project, and a project has none. */
                    escalationGroupId?: string | null;
                };
            };
        };
        responses: {
            /** @description Rename a task, change its sample rate or groups */
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
    listBacktests: {
        parameters: {
            query?: {
                ruleId?: string;
                page?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List backtests */
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
                        items: {
                            id: string;
                            /** @enum {string} */
                            state: "queued" | "running" | "done" | "failed" | "cancelled";
                            ruleId: string | null;
                            ruleVersion: number | null;
                            rule: {
                                name: string;
                                /** @enum {string} */
                                type: "keyword_required" | "keyword_forbidden" | "regex_required" | "regex_forbidden" | "min_length" | "max_length" | "json_valid" | "json_field_exists" | "json_field_equals" | "json_field_range" | "json_field_boolean" | "json_field_date" | "confidence_min" | "latency_max" | "cost_max" | "llm_judge";
                                value: string;
                                description: string | null;
                                projectId: string | null;
                                projectName: string | null;
                                taskName: string | null;
                                llmJudgeProvider: string | null;
                                llmJudgeModel: string | null;
                                judgeFiles: boolean;
                                shadowRate?: number | null;
                                approvals?: {
                                    needed: number;
                                    /** @description At least one of them must be a member of this group. The group needs a member who may approve. */
                                    groupId?: string;
                                    /** @description Whether the person who created the submitting token, and the one whose email is `actorId`, may not approve. */
                                    notSubmitter?: boolean;
                                } | null;
                            };
                            filter: string;
                            max: number;
                            budgetUsd: number | null;
                            /** @description Outputs to check. */
                            total: number;
                            /** @description Outputs that were checked. */
                            checked: number;
                            /** @description Outputs that the rule fails. */
                            wouldFail: number;
                            /** @description Outputs that the rule fails now and did not fail before. */
                            newlyFailed: number;
                            /** @description Outputs that the rule passes now and failed before. */
                            newlyPassed: number;
                            /** @description Outputs that the rule could not be applied to. */
                            erred: number;
                            /** @description Outputs with nothing for the rule to read. */
                            skipped: number;
                            /** @description Outputs that the rule fails and people rejected, or passes and approved. */
                            agreesWithPeople: number;
                            /** @description Outputs that the rule fails and people approved, or passes and rejected. */
                            disagrees: number;
                            /** @description Cost of the judge, as far as it is known. */
                            costUsd: number;
                            error: string | null;
                            createdBy: string;
                            /** Format: date-time */
                            createdAt: string;
                            finishedAt: string | null;
                        }[];
                        total: number;
                        page: number;
                        limit: number;
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
    startBacktest: {
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
                    /** @description A stored rule. */
                    ruleId?: string;
                    rule?: {
                        /** @description Leading and trailing whitespace is removed. */
                        name: string;
                        /** @enum {string} */
                        type: "keyword_required" | "keyword_forbidden" | "regex_required" | "regex_forbidden" | "min_length" | "max_length" | "json_valid" | "json_field_exists" | "json_field_equals" | "json_field_range" | "json_field_boolean" | "json_field_date" | "confidence_min" | "latency_max" | "cost_max" | "llm_judge";
                        /** @description keyword_*: the phrase, matched case-insensitively; regex_*: an RE2 pattern, not anchored; *_length: a number of characters; json_valid: blank, or a JSON Schema (2020-12 or draft-07); json_field_exists: a path such as `order.items[0].price`, `action.params.amount`, `metadata.customer` or `input.id`; json_field_equals: `{"path": "currency", "equals": "EUR"}`; json_field_range: `{"path": "total", "min": 0, "max": 100}`; json_field_boolean: `{"path": "approved", "is": true}`; json_field_date: `{"path": "due", "notBefore": "-P7D", "notAfter": "2026-12-31"}`; confidence_min: a number; latency_max: a number of milliseconds; cost_max: a number of US dollars; llm_judge: the criterion that a judge checks an output against, in plain language. Bounds can be left out. At most 65536 bytes in UTF-8. */
                        value: string;
                        /**
                         * @description live: outputs are checked against it. shadow: it is applied after the result is written, and changes neither result nor events. off: it is not applied. A new rule is live.
                         * @enum {string}
                         */
                        mode?: "live" | "shadow" | "off";
                        /** @description Whether `mode` is not off. In a request, true makes a rule that is off live and leaves one in shadow as it is; false turns it off. A value that contradicts `mode` is refused. */
                        isActive?: boolean;
                        /** @description In shadow, the share of outputs that a judge checks. The selection is the same each time, and sampled outputs are selected first. Rules without a judge check every output. Default: 1. */
                        shadowRate?: number;
                        /** @default false */
                        judgeFiles?: boolean;
                        /** @description Leading and trailing whitespace is removed. */
                        description?: string;
                        projectId?: string;
                        /** @description Leading and trailing whitespace is removed. */
                        projectName?: string;
                        /** @description Leading and trailing whitespace is removed. */
                        taskName?: string;
                        /** @enum {string} */
                        llmJudgeProvider?: "anthropic" | "openai" | "google" | "openrouter" | "openai_compatible";
                        /** @description The model that an llm_judge calls. Default: the configured model. Leading and trailing whitespace is removed. */
                        llmJudgeModel?: string;
                        /** @description How many people must approve an output that this rule fails or errs on, each once. Such an output is flagged. Null for one person. */
                        approvals?: {
                            needed: number;
                            /** @description At least one of them must be a member of this group. The group needs a member who may approve. */
                            groupId?: string;
                            /** @description Whether the person who created the submitting token, and the one whose email is `actorId`, may not approve. */
                            notSubmitter?: boolean;
                        };
                    };
                    /**
                     * @description Which outputs: the query of a search, such as `project=Support&status=pass`. Default: all.
                     * @default
                     */
                    filter?: string;
                    /** @description Maximum number of outputs, newest first. */
                    max: number;
                    /** @default false */
                    estimate?: boolean;
                    /** @description Maximum cost of the judge, in US dollars. When it is used up, the backtest fails and keeps its results so far; calls that were already made may exceed it. */
                    budgetUsd?: number;
                };
            };
        };
        responses: {
            /** @description Start a backtest */
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
                        total: number;
                        costUsd: number | null;
                    };
                };
            };
            /** @description Start a backtest */
            202: {
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
            /** @description `CONFLICT`, `NO_MODEL_CONFIGURED` */
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
    getBacktest: {
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
            /** @description Get a backtest */
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
                        state: "queued" | "running" | "done" | "failed" | "cancelled";
                        ruleId: string | null;
                        ruleVersion: number | null;
                        rule: {
                            name: string;
                            /** @enum {string} */
                            type: "keyword_required" | "keyword_forbidden" | "regex_required" | "regex_forbidden" | "min_length" | "max_length" | "json_valid" | "json_field_exists" | "json_field_equals" | "json_field_range" | "json_field_boolean" | "json_field_date" | "confidence_min" | "latency_max" | "cost_max" | "llm_judge";
                            value: string;
                            description: string | null;
                            projectId: string | null;
                            projectName: string | null;
                            taskName: string | null;
                            llmJudgeProvider: string | null;
                            llmJudgeModel: string | null;
                            judgeFiles: boolean;
                            shadowRate?: number | null;
                            approvals?: {
                                needed: number;
                                /** @description At least one of them must be a member of this group. The group needs a member who may approve. */
                                groupId?: string;
                                /** @description Whether the person who created the submitting token, and the one whose email is `actorId`, may not approve. */
                                notSubmitter?: boolean;
                            } | null;
                        };
                        filter: string;
                        max: number;
                        budgetUsd: number | null;
                        /** @description Outputs to check. */
                        total: number;
                        /** @description Outputs that were checked. */
                        checked: number;
                        /** @description Outputs that the rule fails. */
                        wouldFail: number;
                        /** @description Outputs that the rule fails now and did not fail before. */
                        newlyFailed: number;
                        /** @description Outputs that the rule passes now and failed before. */
                        newlyPassed: number;
                        /** @description Outputs that the rule could not be applied to. */
                        erred: number;
                        /** @description Outputs with nothing for the rule to read. */
                        skipped: number;
                        /** @description Outputs that the rule fails and people rejected, or passes and approved. */
                        agreesWithPeople: number;
                        /** @description Outputs that the rule fails and people approved, or passes and rejected. */
                        disagrees: number;
                        /** @description Cost of the judge, as far as it is known. */
                        costUsd: number;
                        error: string | null;
                        createdBy: string;
                        /** Format: date-time */
                        createdAt: string;
                        finishedAt: string | null;
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
    cancelBacktest: {
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
            /** @description Cancel a backtest */
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
    listBacktestFlips: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the outputs that a backtest decides differently */
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
                        items: {
                            id: string;
                            was: ("passed" | "failed" | "error" | "skipped") | null;
                            /** @enum {string} */
                            would: "passed" | "failed" | "error" | "skipped";
                            /** @enum {string} */
                            label: "good" | "bad" | "none";
                            excerpt: string | null;
                        }[];
                        total: number;
                        page: number;
                        limit: number;
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
            default: components["responses"]["AnyError"];
        };
    };
    listRuleResults: {
        parameters: {
            query?: {
                /** @description A time without a zone is UTC. A date without a time is accepted too. */
                from?: string;
                /** @description A time without a zone is UTC. A date without a time is accepted too. */
                to?: string;
                /** @description Full name, case-insensitive, or ID. Leading and trailing whitespace is removed. */
                project?: string;
                /** @description Full name, case-insensitive, or ID. Leading and trailing whitespace is removed. */
                task?: string;
                /** @description `reviewed`: labels that people gave one by one. `all`: also those that were given in bulk or came with an import. */
                labels?: "reviewed" | "all";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the results of all rules */
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
                        ruleId: string;
                        version: number;
                        /** @description The name in this version. */
                        ruleName: string;
                        /** @enum {string} */
                        ruleType: "keyword_required" | "keyword_forbidden" | "regex_required" | "regex_forbidden" | "min_length" | "max_length" | "json_valid" | "json_field_exists" | "json_field_equals" | "json_field_range" | "json_field_boolean" | "json_field_date" | "confidence_min" | "latency_max" | "cost_max" | "llm_judge";
                        /** @description Whether this version was in shadow. */
                        shadow: boolean;
                        /**
                         * Format: date-time
                         * @description Beginning of the first day with an output, in UTC.
                         */
                        from: string;
                        /**
                         * Format: date-time
                         * @description End of the last day with an output, in UTC.
                         */
                        to: string;
                        /** @description Outputs that this version was applied to, regardless of the outcome. */
                        checked: number;
                        /** @description Outputs that it failed. */
                        failed: number;
                        /** @description Outputs that it could not be applied to. */
                        erred: number;
                        /** @description Outputs with nothing for it to read. */
                        skipped: number;
                        /** @description Outputs with a label among those that it passed or failed. */
                        labelled: number;
                        /** @description Labelled outputs that it failed, and people rejected or changed. */
                        upheld: number;
                        /** @description Labelled outputs that it failed, and people approved. */
                        overruled: number;
                        /** @description Labelled outputs that it passed, and people rejected or changed. */
                        missed: number;
                        /** @description Outputs with a label that was given to many at once, among those that it passed or failed. Part of `labelled` only with `labels=all`. */
                        labelledInBulk: number;
                        /** @description Outputs with a label that came with an import, among those that it passed or failed. Part of `labelled` only with `labels=all`. */
                        labelledByImport: number;
                        agreement: {
                            value: number;
                            low: number;
                            high: number;
                        } | null;
                        kappa: {
                            value: number;
                            low: number;
                            high: number;
                        } | null;
                        precision: {
                            value: number;
                            low: number;
                            high: number;
                        } | null;
                        recall: {
                            value: number;
                            low: number;
                            high: number;
                        } | null;
                        /** @description Cost of its judge calls, of every evaluation, as far as it is known. */
                        costUsd: number;
                        p50Ms: number | null;
                        /** @description How many more labels are needed to reach 30. Until then, the four estimates are null. */
                        needed: number;
                        /** @description Strata of its outputs without any label, so that estimates that need them are null: `held` (failed, erred or held for approval), `flagged` (passed, and flagged by somebody) or `passed`. */
                        unlabelled: ("held" | "flagged" | "passed")[];
                        /** @description The same figures for each model that its judge called, the latest first: `from` and `to` are the first and last day of the outputs. Empty for other rules. */
                        models: {
                            model: string;
                            /** Format: date-time */
                            from: string;
                            /** Format: date-time */
                            to: string;
                            /** @description Outputs that this version was applied to, regardless of the outcome. */
                            checked: number;
                            /** @description Outputs with a label among those that it passed or failed. */
                            labelled: number;
                            agreement: {
                                value: number;
                                low: number;
                                high: number;
                            } | null;
                        }[];
                        /** @description For each count, the query of `GET /api/logs` that finds its outputs. It finds fewer if outputs were deleted. */
                        search: {
                            checked: string;
                            failed: string;
                            erred: string;
                            skipped: string;
                            labelled: string;
                            upheld: string;
                            overruled: string;
                            missed: string;
                            labelledInBulk: string;
                            labelledByImport: string;
                        };
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
    getRuleResults: {
        parameters: {
            query?: {
                /** @description A time without a zone is UTC. A date without a time is accepted too. */
                from?: string;
                /** @description A time without a zone is UTC. A date without a time is accepted too. */
                to?: string;
                /** @description Full name, case-insensitive, or ID. Leading and trailing whitespace is removed. */
                project?: string;
                /** @description Full name, case-insensitive, or ID. Leading and trailing whitespace is removed. */
                task?: string;
                /** @description `reviewed`: labels that people gave one by one. `all`: also those that were given in bulk or came with an import. */
                labels?: "reviewed" | "all";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the results of a rule */
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
                        ruleId: string;
                        version: number;
                        /** @description The name in this version. */
                        ruleName: string;
                        /** @enum {string} */
                        ruleType: "keyword_required" | "keyword_forbidden" | "regex_required" | "regex_forbidden" | "min_length" | "max_length" | "json_valid" | "json_field_exists" | "json_field_equals" | "json_field_range" | "json_field_boolean" | "json_field_date" | "confidence_min" | "latency_max" | "cost_max" | "llm_judge";
                        /** @description Whether this version was in shadow. */
                        shadow: boolean;
                        /**
                         * Format: date-time
                         * @description Beginning of the first day with an output, in UTC.
                         */
                        from: string;
                        /**
                         * Format: date-time
                         * @description End of the last day with an output, in UTC.
                         */
                        to: string;
                        /** @description Outputs that this version was applied to, regardless of the outcome. */
                        checked: number;
                        /** @description Outputs that it failed. */
                        failed: number;
                        /** @description Outputs that it could not be applied to. */
                        erred: number;
                        /** @description Outputs with nothing for it to read. */
                        skipped: number;
                        /** @description Outputs with a label among those that it passed or failed. */
                        labelled: number;
                        /** @description Labelled outputs that it failed, and people rejected or changed. */
                        upheld: number;
                        /** @description Labelled outputs that it failed, and people approved. */
                        overruled: number;
                        /** @description Labelled outputs that it passed, and people rejected or changed. */
                        missed: number;
                        /** @description Outputs with a label that was given to many at once, among those that it passed or failed. Part of `labelled` only with `labels=all`. */
                        labelledInBulk: number;
                        /** @description Outputs with a label that came with an import, among those that it passed or failed. Part of `labelled` only with `labels=all`. */
                        labelledByImport: number;
                        agreement: {
                            value: number;
                            low: number;
                            high: number;
                        } | null;
                        kappa: {
                            value: number;
                            low: number;
                            high: number;
                        } | null;
                        precision: {
                            value: number;
                            low: number;
                            high: number;
                        } | null;
                        recall: {
                            value: number;
                            low: number;
                            high: number;
                        } | null;
                        /** @description Cost of its judge calls, of every evaluation, as far as it is known. */
                        costUsd: number;
                        p50Ms: number | null;
                        /** @description How many more labels are needed to reach 30. Until then, the four estimates are null. */
                        needed: number;
                        /** @description Strata of its outputs without any label, so that estimates that need them are null: `held` (failed, erred or held for approval), `flagged` (passed, and flagged by somebody) or `passed`. */
                        unlabelled: ("held" | "flagged" | "passed")[];
                        /** @description The same figures for each model that its judge called, the latest first: `from` and `to` are the first and last day of the outputs. Empty for other rules. */
                        models: {
                            model: string;
                            /** Format: date-time */
                            from: string;
                            /** Format: date-time */
                            to: string;
                            /** @description Outputs that this version was applied to, regardless of the outcome. */
                            checked: number;
                            /** @description Outputs with a label among those that it passed or failed. */
                            labelled: number;
                            agreement: {
                                value: number;
                                low: number;
                                high: number;
                            } | null;
                        }[];
                        /** @description For each count, the query of `GET /api/logs` that finds its outputs. It finds fewer if outputs were deleted. */
                        search: {
                            checked: string;
                            failed: string;
                            erred: string;
                            skipped: string;
                            labelled: string;
                            upheld: string;
                            overruled: string;
                            missed: string;
                            labelledInBulk: string;
                            labelledByImport: string;
                        };
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
    listRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List rules */
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
                        /** @enum {string} */
                        type: "keyword_required" | "keyword_forbidden" | "regex_required" | "regex_forbidden" | "min_length" | "max_length" | "json_valid" | "json_field_exists" | "json_field_equals" | "json_field_range" | "json_field_boolean" | "json_field_date" | "confidence_min" | "latency_max" | "cost_max" | "llm_judge";
                        description: string | null;
                        value: string;
                        /**
                         * @description live: outputs are checked against it. shadow: it is applied after the result is written, and changes neither result nor events. off: it is not applied. A new rule is live.
                         * @enum {string}
                         */
                        mode: "live" | "shadow" | "off";
                        /** @description Whether `mode` is not off. In a request, true makes a rule that is off live and leaves one in shadow as it is; false turns it off. A value that contradicts `mode` is refused. */
                        isActive: boolean;
                        /** @description In shadow, the share of outputs that a judge checks. The selection is the same each time, and sampled outputs are selected first. Rules without a judge check every output. Default: 1. */
                        shadowRate: number;
                        projectId: string | null;
                        projectName: string | null;
                        taskName: string | null;
                        llmJudgeProvider: string | null;
                        llmJudgeModel: string | null;
                        judgeFiles: boolean;
                        approvals: {
                            needed: number;
                            groupId: string | null;
                            /** @description Whether the person who created the submitting token, and the one whose email is `actorId`, may not approve. */
                            notSubmitter: boolean;
                        } | null;
                        /** @description Increases with every change. */
                        version: number;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
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
    createRule: {
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
                    name: string;
                    /** @enum {string} */
                    type: "keyword_required" | "keyword_forbidden" | "regex_required" | "regex_forbidden" | "min_length" | "max_length" | "json_valid" | "json_field_exists" | "json_field_equals" | "json_field_range" | "json_field_boolean" | "json_field_date" | "confidence_min" | "latency_max" | "cost_max" | "llm_judge";
                    /** @description keyword_*: the phrase, matched case-insensitively; regex_*: an RE2 pattern, not anchored; *_length: a number of characters; json_valid: blank, or a JSON Schema (2020-12 or draft-07); json_field_exists: a path such as `order.items[0].price`, `action.params.amount`, `metadata.customer` or `input.id`; json_field_equals: `{"path": "currency", "equals": "EUR"}`; json_field_range: `{"path": "total", "min": 0, "max": 100}`; json_field_boolean: `{"path": "approved", "is": true}`; json_field_date: `{"path": "due", "notBefore": "-P7D", "notAfter": "2026-12-31"}`; confidence_min: a number; latency_max: a number of milliseconds; cost_max: a number of US dollars; llm_judge: the criterion that a judge checks an output against, in plain language. Bounds can be left out. At most 65536 bytes in UTF-8. */
                    value: string;
                    /**
                     * @description live: outputs are checked against it. shadow: it is applied after the result is written, and changes neither result nor events. off: it is not applied. A new rule is live.
                     * @enum {string}
                     */
                    mode?: "live" | "shadow" | "off";
                    /** @description Whether `mode` is not off. In a request, true makes a rule that is off live and leaves one in shadow as it is; false turns it off. A value that contradicts `mode` is refused. */
                    isActive?: boolean;
                    /** @description In shadow, the share of outputs that a judge checks. The selection is the same each time, and sampled outputs are selected first. Rules without a judge check every output. Default: 1. */
                    shadowRate?: number;
                    /** @default false */
                    judgeFiles?: boolean;
                    /** @description Leading and trailing whitespace is removed. */
                    description?: string;
                    projectId?: string;
                    /** @description Leading and trailing whitespace is removed. */
                    projectName?: string;
                    /** @description Leading and trailing whitespace is removed. */
                    taskName?: string;
                    /** @enum {string} */
                    llmJudgeProvider?: "anthropic" | "openai" | "google" | "openrouter" | "openai_compatible";
                    /** @description The model that an llm_judge calls. Default: the configured model. Leading and trailing whitespace is removed. */
                    llmJudgeModel?: string;
                    /** @description How many people must approve an output that this rule fails or errs on, each once. Such an output is flagged. Null for one person. */
                    approvals?: {
                        needed: number;
                        /** @description At least one of them must be a member of this group. The group needs a member who may approve. */
                        groupId?: string;
                        /** @description Whether the person who created the submitting token, and the one whose email is `actorId`, may not approve. */
                        notSubmitter?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Create a rule */
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
                        name: string;
                        /** @enum {string} */
                        type: "keyword_required" | "keyword_forbidden" | "regex_required" | "regex_forbidden" | "min_length" | "max_length" | "json_valid" | "json_field_exists" | "json_field_equals" | "json_field_range" | "json_field_boolean" | "json_field_date" | "confidence_min" | "latency_max" | "cost_max" | "llm_judge";
                        description: string | null;
                        value: string;
                        /**
                         * @description live: outputs are checked against it. shadow: it is applied after the result is written, and changes neither result nor events. off: it is not applied. A new rule is live.
                         * @enum {string}
                         */
                        mode: "live" | "shadow" | "off";
                        /** @description Whether `mode` is not off. In a request, true makes a rule that is off live and leaves one in shadow as it is; false turns it off. A value that contradicts `mode` is refused. */
                        isActive: boolean;
                        /** @description In shadow, the share of outputs that a judge checks. The selection is the same each time, and sampled outputs are selected first. Rules without a judge check every output. Default: 1. */
                        shadowRate: number;
                        projectId: string | null;
                        projectName: string | null;
                        taskName: string | null;
                        llmJudgeProvider: string | null;
                        llmJudgeModel: string | null;
                        judgeFiles: boolean;
                        approvals: {
                            needed: number;
                            groupId: string | null;
                            /** @description Whether the person who created the submitting token, and the one whose email is `actorId`, may not approve. */
                            notSubmitter: boolean;
                        } | null;
                        /** @description Increases with every change. */
                        version: number;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
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
    dryRunRules: {
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
        requestBody?: {
            content: {
                "application/json": {
                    /** @description At most 1048576 bytes in UTF-8. */
                    output?: string;
                    /** @description At most 1048576 bytes in UTF-8. */
                    input?: string;
                    /** @description At most 65536 bytes as JSON. At most 8 levels deep. */
                    metadata?: {
                        [key: string]: unknown;
                    };
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
                    confidence?: number;
                    latencyMs?: number;
                    costUsd?: number;
                    rule?: {
                        /** @description Leading and trailing whitespace is removed. */
                        name: string;
                        /** @enum {string} */
                        type: "keyword_required" | "keyword_forbidden" | "regex_required" | "regex_forbidden" | "min_length" | "max_length" | "json_valid" | "json_field_exists" | "json_field_equals" | "json_field_range" | "json_field_boolean" | "json_field_date" | "confidence_min" | "latency_max" | "cost_max" | "llm_judge";
                        /** @description keyword_*: the phrase, matched case-insensitively; regex_*: an RE2 pattern, not anchored; *_length: a number of characters; json_valid: blank, or a JSON Schema (2020-12 or draft-07); json_field_exists: a path such as `order.items[0].price`, `action.params.amount`, `metadata.customer` or `input.id`; json_field_equals: `{"path": "currency", "equals": "EUR"}`; json_field_range: `{"path": "total", "min": 0, "max": 100}`; json_field_boolean: `{"path": "approved", "is": true}`; json_field_date: `{"path": "due", "notBefore": "-P7D", "notAfter": "2026-12-31"}`; confidence_min: a number; latency_max: a number of milliseconds; cost_max: a number of US dollars; llm_judge: the criterion that a judge checks an output against, in plain language. Bounds can be left out. At most 65536 bytes in UTF-8. */
                        value: string;
                        /**
                         * @description live: outputs are checked against it. shadow: it is applied after the result is written, and changes neither result nor events. off: it is not applied. A new rule is live.
                         * @enum {string}
                         */
                        mode?: "live" | "shadow" | "off";
                        /** @description Whether `mode` is not off. In a request, true makes a rule that is off live and leaves one in shadow as it is; false turns it off. A value that contradicts `mode` is refused. */
                        isActive?: boolean;
                        /** @description In shadow, the share of outputs that a judge checks. The selection is the same each time, and sampled outputs are selected first. Rules without a judge check every output. Default: 1. */
                        shadowRate?: number;
                        /** @default false */
                        judgeFiles?: boolean;
                        /** @description Leading and trailing whitespace is removed. */
                        description?: string;
                        projectId?: string;
                        /** @description Leading and trailing whitespace is removed. */
                        projectName?: string;
                        /** @description Leading and trailing whitespace is removed. */
                        taskName?: string;
                        /** @enum {string} */
                        llmJudgeProvider?: "anthropic" | "openai" | "google" | "openrouter" | "openai_compatible";
                        /** @description The model that an llm_judge calls. Default: the configured model. Leading and trailing whitespace is removed. */
                        llmJudgeModel?: string;
                        /** @description How many people must approve an output that this rule fails or errs on, each once. Such an output is flagged. Null for one person. */
                        approvals?: {
                            needed: number;
                            /** @description At least one of them must be a member of this group. The group needs a member who may approve. */
                            groupId?: string;
                            /** @description Whether the person who created the submitting token, and the one whose email is `actorId`, may not approve. */
                            notSubmitter?: boolean;
                        };
                    };
                    /** @description Uses the text and the files of this output. */
                    logId?: string;
                    /** @description Name or ID. Uses the live rules of this project. Leading and trailing whitespace is removed. */
                    project?: string;
                    /** @description Name of a task in the project. Leading and trailing whitespace is removed. */
                    task?: string;
                };
            };
        };
        responses: {
            /** @description Test rules with a dry run */
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
                        verdict: ("pass" | "fail") | null;
                        confidenceScore: number | null;
                        explanation: string;
                        /** @enum {string} */
                        status: "pending" | "pass" | "flagged" | "error";
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
    getRule: {
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
            /** @description Get a rule */
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
                        /** @enum {string} */
                        type: "keyword_required" | "keyword_forbidden" | "regex_required" | "regex_forbidden" | "min_length" | "max_length" | "json_valid" | "json_field_exists" | "json_field_equals" | "json_field_range" | "json_field_boolean" | "json_field_date" | "confidence_min" | "latency_max" | "cost_max" | "llm_judge";
                        description: string | null;
                        value: string;
                        /**
                         * @description live: outputs are checked against it. shadow: it is applied after the result is written, and changes neither result nor events. off: it is not applied. A new rule is live.
                         * @enum {string}
                         */
                        mode: "live" | "shadow" | "off";
                        /** @description Whether `mode` is not off. In a request, true makes a rule that is off live and leaves one in shadow as it is; false turns it off. A value that contradicts `mode` is refused. */
                        isActive: boolean;
                        /** @description In shadow, the share of outputs that a judge checks. The selection is the same each time, and sampled outputs are selected first. Rules without a judge check every output. Default: 1. */
                        shadowRate: number;
                        projectId: string | null;
                        projectName: string | null;
                        taskName: string | null;
                        llmJudgeProvider: string | null;
                        llmJudgeModel: string | null;
                        judgeFiles: boolean;
                        approvals: {
                            needed: number;
                            groupId: string | null;
                            /** @description Whether the person who created the submitting token, and the one whose email is `actorId`, may not approve. */
                            notSubmitter: boolean;
                        } | null;
                        /** @description Increases with every change. */
                        version: number;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
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
    deleteRule: {
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
            /** @description Delete a rule */
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
    updateRule: {
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
                    /** @description Leading and trailing whitespace is removed. */
                    name?: string;
                    /** @enum {string} */
                    type?: "keyword_required" | "keyword_forbidden" | "regex_required" | "regex_forbidden" | "min_length" | "max_length" | "json_valid" | "json_field_exists" | "json_field_equals" | "json_field_range" | "json_field_boolean" | "json_field_date" | "confidence_min" | "latency_max" | "cost_max" | "llm_judge";
                    /** @description keyword_*: the phrase, matched case-insensitively; regex_*: an RE2 pattern, not anchored; *_length: a number of characters; json_valid: blank, or a JSON Schema (2020-12 or draft-07); json_field_exists: a path such as `order.items[0].price`, `action.params.amount`, `metadata.customer` or `input.id`; json_field_equals: `{"path": "currency", "equals": "EUR"}`; json_field_range: `{"path": "total", "min": 0, "max": 100}`; json_field_boolean: `{"path": "approved", "is": true}`; json_field_date: `{"path": "due", "notBefore": "-P7D", "notAfter": "2026-12-31"}`; confidence_min: a number; latency_max: a number of milliseconds; cost_max: a number of US dollars; llm_judge: the criterion that a judge checks an output against, in plain language. Bounds can be left out. At most 65536 bytes in UTF-8. */
                    value?: string;
                    /**
                     * @description live: outputs are checked against it. shadow: it is applied after the result is written, and changes neither result nor events. off: it is not applied. A new rule is live.
                     * @enum {string}
                     */
                    mode?: "live" | "shadow" | "off";
                    /** @description Whether `mode` is not off. In a request, true makes a rule that is off live and leaves one in shadow as it is; false turns it off. A value that contradicts `mode` is refused. */
                    isActive?: boolean;
                    /** @description In shadow, the share of outputs that a judge checks. The selection is the same each time, and sampled outputs are selected first. Rules without a judge check every output. Default: 1. */
                    shadowRate?: number;
                    judgeFiles?: boolean;
                    /** @description Leading and trailing whitespace is removed. */
                    description?: string | null;
                    projectId?: string | null;
                    /** @description Leading and trailing whitespace is removed. */
                    projectName?: string | null;
                    /** @description Leading and trailing whitespace is removed. */
                    taskName?: string | null;
                    /** @enum {string|null} */
                    llmJudgeProvider?: "anthropic" | "openai" | "google" | "openrouter" | "openai_compatible" | null;
                    /** @description The model that an llm_judge calls. Default: the configured model. Leading and trailing whitespace is removed. */
                    llmJudgeModel?: string | null;
                    /** @description How many people must approve an output that this rule fails or errs on, each once. Such an output is flagged. Null for one person. */
                    approvals?: {
                        needed: number;
                        /** @description At least one of them must be a member of this group. The group needs a member who may approve. */
                        groupId?: string;
                        /** @description Whether the person who created the submitting token, and the one whose email is `actorId`, may not approve. */
                        notSubmitter?: boolean;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Update a rule */
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
                        /** @enum {string} */
                        type: "keyword_required" | "keyword_forbidden" | "regex_required" | "regex_forbidden" | "min_length" | "max_length" | "json_valid" | "json_field_exists" | "json_field_equals" | "json_field_range" | "json_field_boolean" | "json_field_date" | "confidence_min" | "latency_max" | "cost_max" | "llm_judge";
                        description: string | null;
                        value: string;
                        /**
                         * @description live: outputs are checked against it. shadow: it is applied after the result is written, and changes neither result nor events. off: it is not applied. A new rule is live.
                         * @enum {string}
                         */
                        mode: "live" | "shadow" | "off";
                        /** @description Whether `mode` is not off. In a request, true makes a rule that is off live and leaves one in shadow as it is; false turns it off. A value that contradicts `mode` is refused. */
                        isActive: boolean;
                        /** @description In shadow, the share of outputs that a judge checks. The selection is the same each time, and sampled outputs are selected first. Rules without a judge check every output. Default: 1. */
                        shadowRate: number;
                        projectId: string | null;
                        projectName: string | null;
                        taskName: string | null;
                        llmJudgeProvider: string | null;
                        llmJudgeModel: string | null;
                        judgeFiles: boolean;
                        approvals: {
                            needed: number;
                            groupId: string | null;
                            /** @description Whether the person who created the submitting token, and the one whose email is `actorId`, may not approve. */
                            notSubmitter: boolean;
                        } | null;
                        /** @description Increases with every change. */
                        version: number;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
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
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the settings of the workspace */
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
                        workspaceId: string;
                        workspaceName: string;
                        /** @enum {string} */
                        currentUserRole: "viewer" | "reviewer" | "manager" | "admin";
                        /** @description Whether this session can change settings. */
                        canManageWorkspace: boolean;
                        tokenHint: string | null;
                        tokenLastUsedAt: string | null;
                        /** @description Whether the channels (Slack and email) are notified of outputs that rules flag or that are held for approval. They are always notified of a flag by a person or through the API. */
                        notifyOnFlag: boolean;
                        /** @description Whether the channels are notified of outputs that could not be evaluated. */
                        notifyOnError: boolean;
                        emailNotificationsEnabled: boolean;
                        notificationEmail: string | null;
                        slackNotificationsEnabled: boolean;
                        hasSlackWebhook: boolean;
                        slackApp: {
                            /** @description Leading and trailing whitespace is removed. Must be the ID of a Slack workspace, such as T0123ABCD. */
                            teamId: string;
                            /** @description Leading and trailing whitespace is removed. Must be the ID of a Slack app, such as A0123ABCD. */
                            appId: string;
                            /** @description Leading and trailing whitespace is removed. Must be the ID of a channel, such as C0123ABCD, not its name. */
                            channel: string;
                            hasBotToken: boolean;
                            hasSigningSecret: boolean;
                        } | null;
                        webhookEnabled: boolean;
                        outboundWebhookUrl: string | null;
                        /** @description Events sent to the webhook of the workspace. Default: all ten. */
                        outboundWebhookEvents: ("flagged" | "pass" | "error" | "approved" | "rejected" | "changed" | "handled" | "taught" | "escalated" | "deleted")[];
                        /** @description Reasons that decisions can give as `reasonIds`, in the order in which people choose among them. To retire one, turn `isActive` off: decisions that gave it keep it. */
                        decisionReasons: {
                            id: string;
                            /** @description Leading and trailing whitespace is removed. */
                            name: string;
                            /** @description Whether new decisions can give it. */
                            isActive: boolean;
                        }[];
                        /** @description Whether it is hidden who approved an output that needs several approvals, until it is decided. */
                        blindApprovals: boolean;
                        /**
                         * @description How often Slack gets one message with the outputs that rules flagged, that are held for approval or could not be evaluated. `off` sends one message for each. Sent at once in any case: escalations, flags by a person or through the API, and outputs whose `respondBy` comes before the next digest.
                         * @enum {string}
                         */
                        slackDigest: "off" | "PT5M" | "PT15M" | "PT1H" | "P1D";
                        /**
                         * @description How often the email address gets one message with the outputs that rules flagged, that are held for approval or could not be evaluated. `off` sends one message for each. Sent at once in any case: escalations, flags by a person or through the API, and outputs whose `respondBy` comes before the next digest.
                         * @enum {string}
                         */
                        emailDigest: "off" | "PT5M" | "PT15M" | "PT1H" | "P1D";
                        /** @description Whether tokens can decide and teach. */
                        tokensMayDecide: boolean;
                        /** @description Whether submissions can ask to be approved at their deadline. */
                        allowDeadlineApproval: boolean;
                        /** @description Whether the comment of a decision `changed` or `rejected` is queued as a note for the instructions. */
                        queueDecisionComments: boolean;
                        defaultJudgeProvider: ("anthropic" | "openai" | "google" | "openrouter" | "openai_compatible") | null;
                        judgeProviders: {
                            /** @enum {string} */
                            provider: "anthropic" | "openai" | "google" | "openrouter" | "openai_compatible";
                            model: string;
                            baseUrl: string | null;
                            hasKey: boolean;
                            inputPerMillion: number | null;
                            outputPerMillion: number | null;
                        }[];
                        /** @description Whether judges are skipped if an exact rule has already failed. */
                        skipJudgesWhenFlagged: boolean;
                        /** @description Retention period in days. Outputs are deleted this many days after they were created, but not while they wait for a decision, within a day of it or of their pass, nor while an event about them is undelivered. Null: outputs are kept indefinitely. */
                        retentionDays: number | null;
                        mediaQuotaBytes: number | null;
                        usage: {
                            /** @description Number of existing outputs. */
                            outputs: number;
                            /** @description Total size of files in bytes. An upload that no output uses yet counts with its announced size. */
                            mediaBytes: number;
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
            default: components["responses"]["AnyError"];
        };
    };
    updateSettings: {
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
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Leading and trailing whitespace is removed. */
                    workspaceName?: string;
                    /** @description Whether tokens can decide and teach. */
                    tokensMayDecide?: boolean;
                    /** @description Whether submissions can ask to be approved at their deadline. */
                    allowDeadlineApproval?: boolean;
                    /** @description Whether the comment of a decision `changed` or `rejected` is queued as a note for the instructions. */
                    queueDecisionComments?: boolean;
                    /** @description Retention period in days. Outputs are deleted this many days after they were created, but not while they wait for a decision, within a day of it or of their pass, nor while an event about them is undelivered. Null: outputs are kept indefinitely. */
                    retentionDays?: number | null;
                    notifyOnFlag?: boolean;
                    notifyOnError?: boolean;
                    emailNotificationsEnabled?: boolean;
                    /**
                     * Format: email
                     * @description If anyone can sign up and emails are sent, the confirmed address of a member. To remove it and turn these emails off, send null. Leading and trailing whitespace is removed.
                     */
                    notificationEmail?: string | null;
                    slackNotificationsEnabled?: boolean;
                    /** @description A Slack incoming webhook. Never shown again. To remove it, send null. Leading and trailing whitespace is removed. */
                    slackWebhookUrl?: string | null;
                    /** @description A Slack app that posts to a channel and takes decisions there. It needs both secrets. To remove it, send null. */
                    slackApp?: {
                        /** @description Leading and trailing whitespace is removed. Must be the ID of a Slack workspace, such as T0123ABCD. */
                        teamId: string;
                        /** @description Leading and trailing whitespace is removed. Must be the ID of a Slack app, such as A0123ABCD. */
                        appId: string;
                        /** @description Leading and trailing whitespace is removed. Must be the ID of a channel, such as C0123ABCD, not its name. */
                        channel: string;
                        /** @description Never shown again. If left out, the stored one is kept as long as `teamId` and `appId` stay the same. Leading and trailing whitespace is removed. Must be a bot token, which begins with xoxb-. */
                        botToken?: string;
                        /** @description Never shown again. If left out, the stored one is kept as long as `teamId` and `appId` stay the same. Leading and trailing whitespace is removed. Must be 16 to 128 letters and digits. */
                        signingSecret?: string;
                    } | null;
                    webhookEnabled?: boolean;
                    /** @description Must begin with `https://` and have a public address, unless the operator allows the address. To remove it, send null. Leading and trailing whitespace is removed. */
                    outboundWebhookUrl?: string | null;
                    /** @description Events sent to the webhook of the workspace. Default: all ten. */
                    outboundWebhookEvents?: ("flagged" | "pass" | "error" | "approved" | "rejected" | "changed" | "handled" | "taught" | "escalated" | "deleted")[];
                    /** @description Reasons that decisions can give as `reasonIds`, in the order in which people choose among them. To retire one, turn `isActive` off: decisions that gave it keep it. */
                    decisionReasons?: {
                        id: string;
                        /** @description Leading and trailing whitespace is removed. */
                        name: string;
                        /** @description Whether new decisions can give it. */
                        isActive: boolean;
                    }[];
                    /** @description Whether it is hidden who approved an output that needs several approvals, until it is decided. */
                    blindApprovals?: boolean;
                    /**
                     * @description How often Slack gets one message with the outputs that rules flagged, that are held for approval or could not be evaluated. `off` sends one message for each. Sent at once in any case: escalations, flags by a person or through the API, and outputs whose `respondBy` comes before the next digest.
                     * @enum {string}
                     */
                    slackDigest?: "off" | "PT5M" | "PT15M" | "PT1H" | "P1D";
                    /**
                     * @description How often the email address gets one message with the outputs that rules flagged, that are held for approval or could not be evaluated. `off` sends one message for each. Sent at once in any case: escalations, flags by a person or through the API, and outputs whose `respondBy` comes before the next digest.
                     * @enum {string}
                     */
                    emailDigest?: "off" | "PT5M" | "PT15M" | "PT1H" | "P1D";
                    /** @enum {string|null} */
                    defaultJudgeProvider?: "anthropic" | "openai" | "google" | "openrouter" | "openai_compatible" | null;
                    /** @description The whole list, with one entry per provider. A provider that you leave out is removed, with its key. */
                    judgeProviders?: {
                        /** @enum {string} */
                        provider: "anthropic" | "openai" | "google" | "openrouter" | "openai_compatible";
                        /** @description Leading and trailing whitespace is removed. */
                        model: string;
                        /** @description In the form that OpenAI clients use (`…/v1`). Default: the provider’s own URL. Must begin with `https://` and have a public address, unless the operator allows the address. Required for openai_compatible. Only the key of this entry is sent there, never the operator’s. Leading and trailing whitespace is removed. */
                        baseUrl?: string | null;
                        /** @description Never shown again. If left out, the stored key is kept as long as `baseUrl` stays the same; a new `baseUrl` deletes it, and so does null. Leading and trailing whitespace is removed. Must contain only visible ASCII characters, without spaces. */
                        apiKey?: string | null;
                        /** @description US dollars per million tokens of `model`. With both prices, the cost of a call is known even if the provider does not report it. If left out, it is not known. */
                        inputPerMillion?: number | null;
                        /** @description US dollars per million tokens of `model`. With both prices, the cost of a call is known even if the provider does not report it. If left out, it is not known. */
                        outputPerMillion?: number | null;
                    }[];
                    skipJudgesWhenFlagged?: boolean;
                    /** @description File storage quota in bytes, up to the operator’s limit. Null: the operator’s limit. Existing files are kept. */
                    mediaQuotaBytes?: number | null;
                };
            };
        };
        responses: {
            /** @description Update the settings of the workspace */
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
                        workspaceId: string;
                        workspaceName: string;
                        /** @enum {string} */
                        currentUserRole: "viewer" | "reviewer" | "manager" | "admin";
                        /** @description Whether this session can change settings. */
                        canManageWorkspace: boolean;
                        tokenHint: string | null;
                        tokenLastUsedAt: string | null;
                        /** @description Whether the channels (Slack and email) are notified of outputs that rules flag or that are held for approval. They are always notified of a flag by a person or through the API. */
                        notifyOnFlag: boolean;
                        /** @description Whether the channels are notified of outputs that could not be evaluated. */
                        notifyOnError: boolean;
                        emailNotificationsEnabled: boolean;
                        notificationEmail: string | null;
                        slackNotificationsEnabled: boolean;
                        hasSlackWebhook: boolean;
                        slackApp: {
                            /** @description Leading and trailing whitespace is removed. Must be the ID of a Slack workspace, such as T0123ABCD. */
                            teamId: string;
                            /** @description Leading and trailing whitespace is removed. Must be the ID of a Slack app, such as A0123ABCD. */
                            appId: string;
                            /** @description Leading and trailing whitespace is removed. Must be the ID of a channel, such as C0123ABCD, not its name. */
                            channel: string;
                            hasBotToken: boolean;
                            hasSigningSecret: boolean;
                        } | null;
                        webhookEnabled: boolean;
                        outboundWebhookUrl: string | null;
                        /** @description Events sent to the webhook of the workspace. Default: all ten. */
                        outboundWebhookEvents: ("flagged" | "pass" | "error" | "approved" | "rejected" | "changed" | "handled" | "taught" | "escalated" | "deleted")[];
                        /** @description Reasons that decisions can give as `reasonIds`, in the order in which people choose among them. To retire one, turn `isActive` off: decisions that gave it keep it. */
                        decisionReasons: {
                            id: string;
                            /** @description Leading and trailing whitespace is removed. */
                            name: string;
                            /** @description Whether new decisions can give it. */
                            isActive: boolean;
                        }[];
                        /** @description Whether it is hidden who approved an output that needs several approvals, until it is decided. */
                        blindApprovals: boolean;
                        /**
                         * @description How often Slack gets one message with the outputs that rules flagged, that are held for approval or could not be evaluated. `off` sends one message for each. Sent at once in any case: escalations, flags by a person or through the API, and outputs whose `respondBy` comes before the next digest.
                         * @enum {string}
                         */
                        slackDigest: "off" | "PT5M" | "PT15M" | "PT1H" | "P1D";
                        /**
                         * @description How often the email address gets one message with the outputs that rules flagged, that are held for approval or could not be evaluated. `off` sends one message for each. Sent at once in any case: escalations, flags by a person or through the API, and outputs whose `respondBy` comes before the next digest.
                         * @enum {string}
                         */
                        emailDigest: "off" | "PT5M" | "PT15M" | "PT1H" | "P1D";
                        /** @description Whether tokens can decide and teach. */
                        tokensMayDecide: boolean;
                        /** @description Whether submissions can ask to be approved at their deadline. */
                        allowDeadlineApproval: boolean;
                        /** @description Whether the comment of a decision `changed` or `rejected` is queued as a note for the instructions. */
                        queueDecisionComments: boolean;
                        defaultJudgeProvider: ("anthropic" | "openai" | "google" | "openrouter" | "openai_compatible") | null;
                        judgeProviders: {
                            /** @enum {string} */
                            provider: "anthropic" | "openai" | "google" | "openrouter" | "openai_compatible";
                            model: string;
                            baseUrl: string | null;
                            hasKey: boolean;
                            inputPerMillion: number | null;
                            outputPerMillion: number | null;
                        }[];
                        /** @description Whether judges are skipped if an exact rule has already failed. */
                        skipJudgesWhenFlagged: boolean;
                        /** @description Retention period in days. Outputs are deleted this many days after they were created, but not while they wait for a decision, within a day of it or of their pass, nor while an event about them is undelivered. Null: outputs are kept indefinitely. */
                        retentionDays: number | null;
                        mediaQuotaBytes: number | null;
                        usage: {
                            /** @description Number of existing outputs. */
                            outputs: number;
                            /** @description Total size of files in bytes. An upload that no output uses yet counts with its announced size. */
                            mediaBytes: number;
                        };
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
    receiveSlackInteraction: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": string;
            };
        };
        responses: {
            /** @description Receive an interaction from Slack */
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
                        [key: string]: unknown;
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
            default: components["responses"]["AnyError"];
        };
    };
    getSlackLinkRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the Slack user of a link request */
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
                        /** @description The ID of the Slack workspace. */
                        teamId: string;
                        slackUserId: string;
                        slackUserName: string;
                        workspaceId: string;
                        workspaceName: string;
                        /** Format: date-time */
                        expiresAt: string;
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
    acceptSlackLinkRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the ID of the workspace that the request is meant for. If the session acts in another workspace by now, nothing is done and the response is 409 `WORKSPACE_CHANGED`. Scripts can leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
                /** @description With a session: the ID of the person who makes the request. If somebody else is signed in by now, nothing is done and the response is 409 `WORKSPACE_CHANGED`. Scripts can leave it out. */
                "X-User"?: components["parameters"]["X-User"];
            };
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Link a Slack user to your account */
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
            default: components["responses"]["AnyError"];
        };
    };
    listSlackLinks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the Slack users who decide in your name in this workspace */
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
                        /** @description The ID of the Slack workspace. */
                        teamId: string;
                        slackUserId: string;
                        slackUserName: string;
                        /** Format: date-time */
                        linkedAt: string;
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
    deleteSlackLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the ID of the workspace that the request is meant for. If the session acts in another workspace by now, nothing is done and the response is 409 `WORKSPACE_CHANGED`. Scripts can leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
                /** @description With a session: the ID of the person who makes the request. If somebody else is signed in by now, nothing is done and the response is 409 `WORKSPACE_CHANGED`. Scripts can leave it out. */
                "X-User"?: components["parameters"]["X-User"];
            };
            path: {
                slackUserId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Unlink a Slack user from your account */
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
    getStatistics: {
        parameters: {
            query?: {
                /** @description A time without a zone is UTC. A date without a time is accepted too. */
                from?: string;
                /** @description A time without a zone is UTC. A date without a time is accepted too. */
                to?: string;
                interval?: "hour" | "day" | "week" | "range";
                groupBy?: "status" | "project" | "task" | "model" | "instructionsVersion" | "decidedBy" | "reason";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get statistics over time */
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
                        series: {
                            key: string | null;
                            points: {
                                /** Format: date-time */
                                at: string;
                                runs: number;
                                pass: number;
                                flagged: number;
                                error: number;
                                decided: number;
                                /** @description How many of these decisions were later replaced by another person or program. */
                                overridden: number;
                                /** @description Cost of the runs, as submitted. */
                                costUsd: number;
                                judgeCalls: number;
                                /** @description Cost of the judge calls, as far as it is known. */
                                judgeCostUsd: number;
                                shadowJudgeCalls: number;
                                /** @description Cost of the judge calls for rules in shadow, which `judgeCostUsd` leaves out. */
                                shadowJudgeCostUsd: number;
                                meanJudgeMs: number | null;
                                p50DecisionMs: number | null;
                                p90DecisionMs: number | null;
                            }[];
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
    listDestinations: {
        parameters: {
            query?: {
                /** @description Only destinations that ended by themselves for this reason. */
                endedReason?: "gone" | "failing";
                page?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List destinations */
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
                        items: {
                            id: string;
                            /** @enum {string} */
                            kind: "subscription" | "webhook" | "callbacks" | "slack" | "slack_app" | "email";
                            /** @enum {string} */
                            source: "api" | "dashboard" | "settings" | "callbacks";
                            address: string | null;
                            events: ("flagged" | "pass" | "error" | "approved" | "rejected" | "changed" | "handled" | "taught" | "escalated" | "deleted")[];
                            isActive: boolean;
                            endedReason: ("deleted" | "gone" | "failing") | null;
                            /** @description Whether events sent to it are signed. */
                            hasSecret: boolean;
                            formerSecretUntil: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            lastDeliveredAt: string | null;
                            failingSince: string | null;
                            /** @description Number of deliveries that wait for their first or next attempt, counted up to 10,000. */
                            waiting: number;
                            /** @description Number of deliveries that were given up and can be replayed, counted up to 10,000. */
                            dead: number;
                        }[];
                        total: number;
                        page: number;
                        limit: number;
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
    rotateDestinationSecret: {
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
            /** @description Rotate the secret of a destination */
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
                        secret: string;
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
            default: components["responses"]["AnyError"];
        };
    };
    testDestination: {
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
            /** @description Send a test event to a destination */
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
                        /** @description Also sent as `webhook-id`. Stays the same for all attempts and replays. */
                        id: string;
                        destinationId: string;
                        address: string | null;
                        logId: string | null;
                        /** @enum {string} */
                        event: "flagged" | "pass" | "error" | "approved" | "rejected" | "changed" | "handled" | "taught" | "escalated" | "deleted" | "digest" | "test";
                        /** @enum {string} */
                        state: "pending" | "delivered" | "retrying" | "dead" | "superseded";
                        /** Format: date-time */
                        happenedAt: string;
                        /** @description Number of attempts since it was created or replayed. Attempts that Slack only delayed (`ratelimited`) do not count. */
                        attemptCount: number;
                        lastStatus: number | null;
                        lastError: string | null;
                        nextAttemptAt: string | null;
                        deliveredAt: string | null;
                        body: Record<string, never> | null;
                        /** @description Oldest first. */
                        attempts: {
                            /** Format: date-time */
                            at: string;
                            status: number | null;
                            error: string | null;
                            latencyMs: number;
                            answer: string | null;
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
    listDeliveries: {
        parameters: {
            query?: {
                logId?: string;
                state?: "pending" | "delivered" | "retrying" | "dead" | "superseded";
                destinationId?: string;
                page?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List deliveries */
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
                        items: {
                            /** @description Also sent as `webhook-id`. Stays the same for all attempts and replays. */
                            id: string;
                            destinationId: string;
                            address: string | null;
                            logId: string | null;
                            /** @enum {string} */
                            event: "flagged" | "pass" | "error" | "approved" | "rejected" | "changed" | "handled" | "taught" | "escalated" | "deleted" | "digest" | "test";
                            /** @enum {string} */
                            state: "pending" | "delivered" | "retrying" | "dead" | "superseded";
                            /** Format: date-time */
                            happenedAt: string;
                            /** @description Number of attempts since it was created or replayed. Attempts that Slack only delayed (`ratelimited`) do not count. */
                            attemptCount: number;
                            lastStatus: number | null;
                            lastError: string | null;
                            nextAttemptAt: string | null;
                            deliveredAt: string | null;
                        }[];
                        total: number;
                        page: number;
                        limit: number;
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
    getDelivery: {
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
            /** @description Get a delivery with its attempts */
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
                        /** @description Also sent as `webhook-id`. Stays the same for all attempts and replays. */
                        id: string;
                        destinationId: string;
                        address: string | null;
                        logId: string | null;
                        /** @enum {string} */
                        event: "flagged" | "pass" | "error" | "approved" | "rejected" | "changed" | "handled" | "taught" | "escalated" | "deleted" | "digest" | "test";
                        /** @enum {string} */
                        state: "pending" | "delivered" | "retrying" | "dead" | "superseded";
                        /** Format: date-time */
                        happenedAt: string;
                        /** @description Number of attempts since it was created or replayed. Attempts that Slack only delayed (`ratelimited`) do not count. */
                        attemptCount: number;
                        lastStatus: number | null;
                        lastError: string | null;
                        nextAttemptAt: string | null;
                        deliveredAt: string | null;
                        body: Record<string, never> | null;
                        /** @description Oldest first. */
                        attempts: {
                            /** Format: date-time */
                            at: string;
                            status: number | null;
                            error: string | null;
                            latencyMs: number;
                            answer: string | null;
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
    replayDelivery: {
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
            /** @description Replay a delivery */
            202: {
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
            default: components["responses"]["AnyError"];
        };
    };
    replayDeliveries: {
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
                    destinationId: string;
                    /**
                     * Format: date-time
                     * @description Default: all. A time without a zone is UTC. A date without a time is accepted too.
                     */
                    since?: string;
                };
            };
        };
        responses: {
            /** @description Replay all dead deliveries of a destination */
            202: {
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
                        count: number;
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
    listTokens: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List named tokens */
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
                        items: {
                            id: string;
                            name: string;
                            scopes: ("submit" | "read" | "decide" | "instruct" | "subscribe")[];
                            expiresAt: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            lastUsedAt: string | null;
                            /** @description The last 4 characters of the token. */
                            hint: string;
                        }[];
                        total: number;
                        page: number;
                        limit: number;
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
    createToken: {
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
                    name: string;
                    scopes: ("submit" | "read" | "decide" | "instruct" | "subscribe")[];
                    /**
                     * Format: date-time
                     * @description Must be in the future. If omitted, the token never expires. A time without a zone is UTC. A date without a time is accepted too.
                     */
                    expiresAt?: string;
                };
            };
        };
        responses: {
            /** @description Create a named token */
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
                        name: string;
                        scopes: ("submit" | "read" | "decide" | "instruct" | "subscribe")[];
                        expiresAt: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        lastUsedAt: string | null;
                        token: string;
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
    revokeToken: {
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
            /** @description Revoke a named token */
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
    rotateToken: {
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
        requestBody?: never;
        responses: {
            /** @description Rotate the workspace token */
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
                        webhookToken: string;
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
    listViews: {
        parameters: {
            query?: {
                counts?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List your own and the shared views */
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
                        /** @enum {string} */
                        page: "queue" | "outputs";
                        query: string;
                        columns: string[] | null;
                        isShared: boolean;
                        /** @description User ID of the person who created it, or who stopped sharing it. */
                        ownerId: string;
                        /** @description What is wrong with the query, by filter: it no longer exists, or it names something that was deleted. To open the view, leave these filters out; to fix it, save it without them. */
                        faults: {
                            [key: string]: string;
                        };
                        count: number | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
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
    createView: {
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
                    name: string;
                    /** @enum {string} */
                    page: "queue" | "outputs";
                    /** @description URL query of the page. `outputs`: the filters of `GET /api/logs`, `sortBy` and `sortDir`. `queue`: `project`, `q`, `lane=mine|samples`, `due=soon` and `order=deadline`. Empty: everything. */
                    query?: string;
                    /** @description Columns of the table, as in `fields` of `GET /api/logs`. Not used by the queue. */
                    columns?: string[];
                    isShared?: boolean;
                };
            };
        };
        responses: {
            /** @description Save a view */
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
                        name: string;
                        /** @enum {string} */
                        page: "queue" | "outputs";
                        query: string;
                        columns: string[] | null;
                        isShared: boolean;
                        /** @description User ID of the person who created it, or who stopped sharing it. */
                        ownerId: string;
                        /** @description What is wrong with the query, by filter: it no longer exists, or it names something that was deleted. To open the view, leave these filters out; to fix it, save it without them. */
                        faults: {
                            [key: string]: string;
                        };
                        count: number | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
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
    deleteView: {
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
            /** @description Delete a view */
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
    updateView: {
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
                    /** @description Leading and trailing whitespace is removed. */
                    name?: string;
                    /** @description URL query of the page. `outputs`: the filters of `GET /api/logs`, `sortBy` and `sortDir`. `queue`: `project`, `q`, `lane=mine|samples`, `due=soon` and `order=deadline`. Empty: everything. */
                    query?: string | null;
                    /** @description Columns of the table, as in `fields` of `GET /api/logs`. Not used by the queue. */
                    columns?: string[] | null;
                    isShared?: boolean;
                };
            };
        };
        responses: {
            /** @description Change a view */
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
                        /** @enum {string} */
                        page: "queue" | "outputs";
                        query: string;
                        columns: string[] | null;
                        isShared: boolean;
                        /** @description User ID of the person who created it, or who stopped sharing it. */
                        ownerId: string;
                        /** @description What is wrong with the query, by filter: it no longer exists, or it names something that was deleted. To open the view, leave these filters out; to fix it, save it without them. */
                        faults: {
                            [key: string]: string;
                        };
                        count: number | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
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
    listWorkspaces: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List your workspaces */
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
                        /** @enum {string} */
                        role: "viewer" | "reviewer" | "manager" | "admin";
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
    switchWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    workspaceId: string;
                };
            };
        };
        responses: {
            /** @description Switch to another workspace */
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
    eraseWorkspace: {
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
                    name: string;
                };
            };
        };
        responses: {
            /** @description Erase a workspace */
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
