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
         * @description Newest first unless told otherwise; ties by id, absent values last. `page` × `limit` is at most 100,000; beyond that, and where outputs arrive meanwhile, go on with `cursor`.
         *
         *     Session: role viewer or above.
         *
         *     Token: scope read.
         */
        get: operations["searchOutputs"];
        put?: never;
        /**
         * Submit an output for evaluation
         * @description Answers 202 once the output is stored; with `sync: true` 200 with the verdict. Both mean durable. An `Idempotency-Key` header makes a retry answer exactly as the first did.
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
         * Sign in by e-mail and password
         * @description Sets the session cookie.
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
         * @description Ends the session and drops the cookie; also where there is none.
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
         * Who is signed in, and where
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
         * Make an account and a workspace
         * @description With its user as the first admin and without a token, and sets the session cookie. 403 where the operator has closed it. Where the installation sends mails, the address must be proven by the link of one before the first sign-in; the answer is then the same for an address that has an account.
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
        /** Whether anybody may make an account here */
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
         * Where you are signed in, latest first
         * @description Session: role viewer or above.
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
         * End one of your sessions
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
         * @description Ends all your sessions, this one too.
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
         * @description Ends all your sessions but this one, whose cookie is exchanged.
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
         * Have a link mailed by which a forgotten password is replaced
         * @description The answer is the same whether there is such an account or not. The link is good for an hour, once. FORBIDDEN where this installation sends no mails.
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
         * Choose a new password by a link
         * @description Ends all sessions of the user, and every other link of the kind.
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
         * Have the link mailed again that proves an address
         * @description The answer is the same whether there is an account to be verified or not. The link is good for a day. FORBIDDEN where this installation sends no mails.
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
         * Prove an address by the link of a mail
         * @description Signs nobody in, and may be opened again: programs that look at mails open links before people do.
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
         * Who did what
         * @description Newest first. Of texts and secrets, before and after a change, only an HMAC is kept; of the rest what the change changed. `page` × `limit` is at most 100,000; beyond that, narrow `from` and `to`. A record is here a moment after the change.
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
         * Decide an evaluated output
         * @description The same decision again changes nothing; another one needs `override`. `changed` needs exactly one of `comment` (redo it like this) and `correctedOutput` (use this instead). With `teach` an output that is decided stays as it is, and the comment is queued as feedback for the instructions; the decision may be left out then; `queued` says whether it is queued, and `notQueuedBecause` why not: the output is of no task, the task has no instructions, or these cannot be reached (`not_yet`: it is queued once they can, if there are any). Tokens may only where the workspace has `tokensMayDecide` on.
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
         * Where an output stands; made for polling
         * @description Session: role viewer or above.
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
         * Send an evaluated output back into the queue
         * @description Clears the decision; it stays in the list of decisions.
         *
         *     Session: role reviewer or above.
         *
         *     Token: scope decide.
         */
        patch: operations["flagOutput"];
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
         * Evaluate an undecided output again, with the rules of now
         * @description One of the 20 calls a minute that may ask a model.
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
         * Approve, reject or delete many outputs
         * @description What cannot be changed is skipped and listed. Deleting takes a manager.
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
         * One output, every field
         * @description Session: role viewer or above.
         *
         *     Token: scope read.
         */
        get: operations["getOutput"];
        put?: never;
        post?: never;
        /**
         * Delete an output for good
         * @description Session: role manager or above.
         */
        delete: operations["deleteOutput"];
        options?: never;
        head?: never;
        /**
         * Edit the details of an output
         * @description At least one field. Output, verdict and decision stay as they are.
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
         * Follow what happens in the workspace
         * @description Server-sent events (`text/event-stream`): `evaluated` (a result of the rules), `flagged` (by somebody), `decided`, `deleted`, each with an id and JSON `{id, at, projectId, taskId, status, humanDecision, decidedBy}`. It begins now; with `Last-Event-ID`, which an EventSource sends by itself, behind that event. Where that is too long ago the first event is `resync`: read again what you show. Every 15 seconds comes a comment. It ends within 5 seconds when the session does, when it acts in another workspace or when its person leaves this one; otherwise only to be opened again. Who does not read is cut off.
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
         * @description A read; a POST only so that `default` can travel in the body. Where there are no instructions the default becomes version 1; where there are, it is ignored. A `default` takes the scope submit.
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
         * The active version of instructions
         * @description With `If-None-Match` a caller who has it already gets 304 and no text.
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
         * Versions of instructions, newest first
         * @description Session: role viewer or above.
         *
         *     Token: scope read.
         */
        get: operations["listInstructionsVersions"];
        put?: never;
        /**
         * Save a new version of instructions
         * @description Where there are no instructions yet, it becomes version 1. A `baseVersion` that is not the active version is `VERSION_CONFLICT`, and nothing is saved; 0 counts as absent. `noteRefs` names queued notes that the version answers: they leave the queue with it.
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
         * One version of instructions, with its text
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
         * Make an old text the new version
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
         * What changed between two versions, by line
         * @description Parts of the two texts in order. Texts that have little in common are told as one removed part and one added part between what they begin and end with alike.
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
         * How outputs fared, by the version that they ran under
         * @description Versions that outputs ran under, newest first; versions without outputs, and names that lead nowhere, have no results.
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
         * The queued notes of a document, oldest first
         * @description Session: role viewer or above.
         */
        get: operations["listFeedback"];
        put?: never;
        /**
         * Queue feedback for the instructions
         * @description The same `ref` again replaces the note while it is queued. Without a `ref` one is made.
         *
         *     Session: role reviewer or above.
         *
         *     Token: scope submit.
         */
        post: operations["queueFeedback"];
        /**
         * Withdraw a queued note
         * @description `ref`, in the body or the query, names the note; `project` and `task` where several have it.
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
         * Drafts of a document, newest first
         * @description Session: role viewer or above.
         */
        get: operations["listSuggestions"];
        put?: never;
        /**
         * Have a new version drafted from the queued notes
         * @description The configured model writes it in the background, one draft of a document at a time. Nothing changes before somebody accepts it.
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
         * Make a draft the new version
         * @description As it is, or edited. The notes that it was drafted from leave the queue; those that came or changed later stay. Where the text has moved on since, nothing is saved and the draft is stale.
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
         * Put a draft away; its notes stay queued
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
         * Names of the tasks that have outputs
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
         * What happened to an output, oldest first
         * @description Session: role viewer or above.
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
         * Announce a file that is uploaded before its output
         * @description PUT the bytes to `uploadUrl` with the given headers and without an Authorization header, then name the key in a submission: `{source: "uploaded", key}`. What no output names within 24 hours goes.
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
         * Signed download URL for a stored file
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
         * Download a stored file
         * @description The key is the whole rest of the path. The answer leads to a signed link.
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
         * The bytes of a file, by a signed link
         * @description Links come from GET /api/media-url and GET /api/media/{key} and live five minutes. Takes `Range`.
         */
        get: operations["downloadFile"];
        /** Put the bytes of an announced upload, by a signed link */
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
         * Members of the workspace, who joined first at the top
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
         * @description The next request of the member is no longer in this workspace; invitations that the member made and nobody has accepted yet are dead. So are the tokens that the member made and knows, but for those in `keepTokens`. The account stays. The last admin cannot be removed.
         *
         *     Session: role admin or above.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Change the role of a member
         * @description It holds from the next request of the member on. The last admin stays one.
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
         * Invitations that can still be accepted, newest first
         * @description Session: role admin or above.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite somebody by a link
         * @description The link is good for 7 days and for one person, and is shown this once.
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
        /** What a link invites to; it stays good */
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
         * Join the workspace that a link invites to
         * @description With a session: its user joins, and the session acts in the workspace from now on. Without one: makes an account of name and password, also where sign-up is closed; `email` only where the invitation is for no address. Who has an account signs in first.
         */
        post: operations["acceptInvitation"];
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
        /**
         * Create a project
         * @description A former name of another project may be taken; it then leads to the new one.
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
         * Rename a project or change its icon
         * @description The former name stays an alias until another project takes it. Null takes the icon away.
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
         * Rename a task
         * @description Session: role manager or above.
         */
        patch: operations["renameTask"];
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
         * @description Without a project it holds for every output of the workspace. A projectName or taskName that is not known is created. The rule holds from the answer on.
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
         * Try rules on a text
         * @description Stores nothing. Give one of `rule` (one that need not exist), `logId` (the text and files of that output, the rules of now), both (the rule on that output) or `project` with or without `task` (the active rules). A judge with `judgeFiles` is shown the files. Judges are asked too; one that has not answered after 25 s is an error. A dry run that comes to a judge is one of the 20 calls a minute that may ask a model.
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
         * One rule
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
         * Change a rule
         * @description Makes a new version; results keep the version that they came from. A project without a task keeps the task only where the project stays the same. Null or a blank clears what may be empty: the description, the judge, the task, and with the task the project.
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
         * Settings of the workspace
         * @description Session: role viewer or above.
         */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change settings of the workspace
         * @description What is left out stays; null clears what may be empty; a fault of one changes nothing. The change holds from the answer on: of judges for outputs that are evaluated after it, of room for files that come after it, of notifications for what happens after it. `queueDecisionComments` and `retentionDays` follow within moments.
         *
         *     Session: role admin or above.
         */
        patch: operations["updateSettings"];
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
         * What happened over time, for pictures
         * @description Counts what happened in each interval, in UTC; weeks begin on Mondays, and `range` is one interval from the hour of `from` to that of `to`. `runs` are results, `pass`, `flagged` and `error` what they came to; a flag by somebody counts as `flagged` too. A decision counts when it is made, its time runs from the result. Deleting an output takes nothing back. Every series has a point for every interval from the one of `from` (a week before `to`) to that of `to` (now), at most 750; the 50 series with most runs are there. `key` is an id of a project or task, a status, a model or a version, null for outputs without; without `groupBy` it is `all`. What happened is here within seconds.
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
         * List the subscriptions of the workspace
         * @description Newest first; those that live, with `all=true` the others too.
         *
         *     Session: role manager or above.
         *
         *     Token: scope read.
         */
        get: operations["listSubscriptions"];
        put?: never;
        /**
         * Subscribe a URL to events of the workspace
         * @description It is told of what happens after the answer. The same URL with the same events again is answered with 200 and the one that is there; one that had ended lives again. Either way the token that asked may end it.
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
         * End a subscription
         * @description Also one that has ended by itself. What was not delivered yet no longer is. A named token may end what it has posted itself, and nothing else.
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
         * List where events go
         * @description Subscriptions, the webhook of the workspace, its channels, and the callbacks of its outputs; newest first. Subscriptions that were deleted are not in it.
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
         * Make a new secret for a destination
         * @description Shown this once. For a day what is sent is signed by the former one too. 409 for channels, which have none.
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
         * @description One attempt, made at once, also where the destination has ended; the answer tells how it went. Callbacks have no address of their own: 409.
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
         * @description Newest first. They are kept for 30 days.
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
         * Read one delivery, with its attempts
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
         * Send a delivery again
         * @description Whether it came through or not, with the same `webhook-id`; the schedule of attempts begins anew. 409 where its output was deleted or its destination has ended.
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
         * Send all dead deliveries of a destination again
         * @description In their order, those of what happened since then; `count` is how many. A destination that was switched off for failing is switched on by it; 409 for one that has ended otherwise.
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
         * List the named tokens of the workspace
         * @description Newest first; those that expired too, until they are revoked.
         *
         *     Session: role admin or above.
         */
        get: operations["listTokens"];
        put?: never;
        /**
         * Make a named token
         * @description One for each automation: it has a window of submissions of its own, and what it submits bears its name. The token is shown this once. A workspace has at most 50 that are good.
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
         * @description It is dead for the next request, wherever that comes in.
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
         * Make a new workspace token
         * @description The former one, if there was one, is dead for the next request. The new one is shown this once. Five times an hour.
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
         * Check a token
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
    "/api/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The workspaces that you belong to
         * @description In the order in which you joined them, with your role in each.
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
         * Act in another of your workspaces
         * @description Of this session alone, from its next request on.
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
         * Erase a workspace, and everything that belongs to it
         * @description The one that you act in, by its name as you type it. Its tokens, members and invitations are gone at once; outputs, files and all else within minutes, for good. Accounts of people stay.
         *
         *     Session: role admin or above.
         */
        delete: operations["eraseWorkspace"];
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
            /** @description What is wrong, for a person. */
            error: string;
            /** @enum {string} */
            code: "VALIDATION_FAILED" | "INVALID_JSON" | "UNAUTHENTICATED" | "FORBIDDEN" | "NOT_FOUND" | "NO_INSTRUCTIONS" | "REVISION_NOT_FOUND" | "UPLOAD_CONSUMED" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "STILL_EVALUATING" | "ALREADY_DECIDED" | "NOT_DECIDED" | "ID_CONFLICT" | "IDEMPOTENCY_IN_FLIGHT" | "VERSION_CONFLICT" | "STALE_DRAFT" | "DRAFT_IN_PROGRESS" | "NO_NOTES" | "NO_MODEL_CONFIGURED" | "PROJECT_NOT_EMPTY" | "TASK_NOT_EMPTY" | "LAST_ADMIN" | "WORKSPACE_CHANGED" | "PAYLOAD_TOO_LARGE" | "MEDIA_QUOTA_EXCEEDED" | "UNSUPPORTED_MEDIA_TYPE" | "MISDIRECTED_REQUEST" | "IDEMPOTENCY_KEY_REUSED" | "UNPROCESSABLE_ATTACHMENT" | "RATE_LIMITED" | "INTERNAL" | "UNAVAILABLE";
            /** @description Faults by dotted path, counted from 0. */
            fields: {
                [key: string]: string;
            };
        };
    };
    responses: {
        /** @description What may come from anywhere, such as `FORBIDDEN`, `WORKSPACE_CHANGED`, `RATE_LIMITED`, `INTERNAL` and `UNAVAILABLE`. */
        AnyError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                "X-Workspace": components["headers"]["X-Workspace"];
                /** @description Seconds to wait before the same request is worth sending again. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
        "X-Workspace": string;
    };
    requestBodies: never;
    headers: {
        /** @description Names this request; to be quoted when asking about it. */
        "X-Request-Id": string;
        /** @description The fields and parameters of the request that nobody understands. */
        "X-Ignored-Fields": string;
        /** @description To a session: the id of the workspace that it acts in. */
        "X-Workspace": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    searchOutputs: {
        parameters: {
            query?: {
                /** @description true: only undecided flagged or error outputs. */
                pending?: boolean;
                status?: "pending" | "pass" | "flagged" | "error";
                /** @description Whole name, case-insensitive, or id. */
                project?: string;
                /** @description Whole name, case-insensitive, or id. */
                task?: string;
                sessionId?: string;
                subjectId?: string;
                actorId?: string;
                /** @description Part of the project, task, model, session, subject or actor; any case. */
                q?: string;
                /** @description Whole name. */
                model?: string;
                /** @description Comma-separated; all of them. */
                tags?: string;
                /** @description A time without a zone is UTC; a date alone is taken too. */
                from?: string;
                /** @description A time without a zone is UTC; a date alone is taken too. */
                to?: string;
                humanDecision?: "approved" | "rejected" | "changed" | "handled";
                decidedBy?: string;
                /** @description A rule that was applied. */
                ruleId?: string;
                /** @description What came of the rule that `ruleId` names; without it, of any rule. */
                ruleOutcome?: "failed";
                flaggedBy?: string;
                instructionsVersion?: number;
                revisionOf?: string;
                hasAction?: boolean;
                /** @description A time without a zone is UTC; a date alone is taken too. */
                dueBefore?: string;
                sortBy?: "timestamp" | "projectName" | "model" | "status" | "latencyMs" | "costUsd" | "respondBy";
                sortDir?: "asc" | "desc";
                page?: number;
                limit?: number;
                /** @description The `nextCursor` of an answer; takes the place of `page`. */
                cursor?: string;
                /** @description Comma-separated columns to answer with; all by default. */
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
                            decisionSource?: ("dashboard" | "api" | "deadline") | null;
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
                /** @description Names this submission of this token for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description White space at both ends is dropped. */
                    project: string;
                    /** @description White space at both ends is dropped. */
                    task?: string;
                    /** @description Plain text or JSON text. "" is an AI that answered nothing. At most 1048576 bytes in UTF-8. */
                    output?: string;
                    /** @description At most 1048576 bytes in UTF-8. */
                    input?: string;
                    /** @description Evaluate inline. */
                    sync?: boolean;
                    /** @description Must begin with a letter or digit and go on with those, "_", ".", ":" or "-"; not "tasks" or "bulk". */
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
                     * @description A time without a zone is UTC; a date alone is taken too.
                     */
                    timestamp?: string;
                    tags?: string[];
                    /** @description At most 65536 bytes as JSON. Nests at most 8 deep. */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    attachments?: {
                        /** @enum {string} */
                        source: "upload" | "url" | "uploaded" | "stored";
                        /** @description With `uploaded` and `stored`: the key, `/api/media/{key}`, or that path at our own address. */
                        key?: string;
                        /** @description With `url`: an https URL that we fetch. */
                        url?: string;
                        /** @description With `upload`: the bytes, in base64. */
                        data?: string;
                        filename?: string;
                        label?: string;
                        /** @description A hint for texts: the type is found from the bytes. */
                        contentType?: string;
                    }[];
                    outputAttachments?: {
                        /** @enum {string} */
                        source: "upload" | "url" | "uploaded" | "stored";
                        /** @description With `uploaded` and `stored`: the key, `/api/media/{key}`, or that path at our own address. */
                        key?: string;
                        /** @description With `url`: an https URL that we fetch. */
                        url?: string;
                        /** @description With `upload`: the bytes, in base64. */
                        data?: string;
                        filename?: string;
                        label?: string;
                        /** @description A hint for texts: the type is found from the bytes. */
                        contentType?: string;
                    }[];
                    action?: {
                        name: string;
                        summary: string;
                        /** @description At most 65536 bytes as JSON. Nests at most 8 deep. */
                        params?: {
                            [key: string]: unknown;
                        };
                    };
                    requireApproval?: boolean;
                    callbackUrl?: string;
                    /** @enum {string} */
                    callbackEvents?: "all" | "flagged_error" | "flagged_error_decisions" | "decisions" | "pass";
                    revisionOf?: string;
                    /** @description ISO 8601 time, or a duration such as PT30M. */
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
                    /** @description `true` where an earlier request with the same Idempotency-Key was answered so. */
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
                    /** @description The path of the output. */
                    Location?: string;
                    /** @description `true` where an earlier request with the same Idempotency-Key was answered so. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description See the body. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    /** @description Seconds to wait before the same request is worth sending again. */
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
                     * @description White space at both ends is dropped.
                     */
                    email: string;
                    password: string;
                    /** @description false: the cookie goes when the browser is closed. */
                    rememberMe?: boolean;
                };
            };
        };
        responses: {
            /** @description Sign in by e-mail and password */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
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
            /** @description Who is signed in, and where */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                    /** @description White space at both ends is dropped. */
                    name: string;
                    /**
                     * Format: email
                     * @description White space at both ends is dropped.
                     */
                    email: string;
                    password: string;
                    /** @description White space at both ends is dropped. */
                    workspaceName?: string;
                };
            };
        };
        responses: {
            /** @description Make an account and a workspace */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                        /** @description A mail was sent; `user` is null. */
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
            /** @description Whether anybody may make an account here */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Else only who is invited gets an account. */
                        isOpen: boolean;
                    };
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
            /** @description Where you are signed in, latest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @description Whether it is this very session. */
                        isCurrent: boolean;
                        /** Format: date-time */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description To the day.
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
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
            /** @description End one of your sessions */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
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
                     * @description White space at both ends is dropped.
                     */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Have a link mailed by which a forgotten password is replaced */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
            /** @description Choose a new password by a link */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                     * @description White space at both ends is dropped.
                     */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Have the link mailed again that proves an address */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
            /** @description Prove an address by the link of a mail */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                /** @description What was done to this output. */
                logId?: string;
                /** @description Who: an e-mail, `api`, `token:<name>`, or an id. */
                actor?: string;
                /** @description A time without a zone is UTC; a date alone is taken too. */
                from?: string;
                /** @description A time without a zone is UTC; a date alone is taken too. */
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
            /** @description Who did what */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description Its place in the chain of the workspace, counted from 1. */
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
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
                    override?: boolean;
                    teach?: boolean;
                };
            };
        };
        responses: {
            /** @description Decide an evaluated output */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        id: string;
                        /** @enum {string} */
                        humanDecision: "approved" | "rejected" | "changed" | "handled";
                        queued: boolean | null;
                        notQueuedBecause: ("no_task" | "no_instructions" | "not_yet") | null;
                    };
                };
            };
            /** @description `VALIDATION_FAILED` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `STILL_EVALUATING`, `ALREADY_DECIDED`, `NOT_DECIDED` */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where an output stands; made for polling */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                    };
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
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
            /** @description Send an evaluated output back into the queue */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
            /** @description `VALIDATION_FAILED` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Evaluate an undecided output again, with the rules of now */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `STILL_EVALUATING`, `ALREADY_DECIDED` */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids: string[];
                    /** @enum {string} */
                    action: "approve" | "reject" | "delete";
                    comment?: string;
                };
            };
        };
        responses: {
            /** @description Approve, reject or delete many outputs */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                            code: "NOT_FOUND" | "STILL_EVALUATING" | "ALREADY_DECIDED";
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
            /** @description One output, every field */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                        decisionSource: ("dashboard" | "api" | "deadline") | null;
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
                        decisions: {
                            /** @enum {string} */
                            decision: "approved" | "rejected" | "changed" | "handled";
                            comment: string | null;
                            correctedOutput: string | null;
                            by: string;
                            /** @enum {string} */
                            source: "dashboard" | "api" | "deadline";
                            /** Format: date-time */
                            at: string;
                            clearedAt: string | null;
                        }[];
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
                            attempts: number;
                            latencyMs: number;
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete an output for good */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description At most 65536 bytes as JSON. Nests at most 8 deep. */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    /** @description At most 65536 bytes as JSON. Nests at most 8 deep. */
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
                        decisionSource: ("dashboard" | "api" | "deadline") | null;
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
                        decisions: {
                            /** @enum {string} */
                            decision: "approved" | "rejected" | "changed" | "handled";
                            comment: string | null;
                            correctedOutput: string | null;
                            by: string;
                            /** @enum {string} */
                            source: "dashboard" | "api" | "deadline";
                            /** Format: date-time */
                            at: string;
                            clearedAt: string | null;
                        }[];
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
                            attempts: number;
                            latencyMs: number;
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
            /** @description Follow what happens in the workspace */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                    /** @description Seconds to wait before the same request is worth sending again. */
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
                        /** @description Who saved the active version: an e-mail, `api` or `token:<name>`. */
                        createdBy: string;
                        /** @description Notes that wait for the next version. */
                        queuedCount: number;
                    }[];
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
                    /** @description White space at both ends is dropped. */
                    project: string;
                    /** @description White space at both ends is dropped. */
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
            /** @description `VALIDATION_FAILED` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                /** @description White space at both ends is dropped. */
                project: string;
                /** @description White space at both ends is dropped. */
                task: string;
            };
            header?: {
                /** @description The ETag of what the caller has. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The active version of instructions */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    /** @description Changes with anything in the answer. */
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
            /** @description The active version of instructions */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    /** @description The same as the caller has. */
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
                /** @description White space at both ends is dropped. */
                project: string;
                /** @description White space at both ends is dropped. */
                task: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Versions of instructions, newest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                        /** @description An e-mail, `api` or `token:<name>`. */
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description White space at both ends is dropped. */
                    project: string;
                    /** @description White space at both ends is dropped. */
                    task: string;
                    /** @description At most 262144 bytes in UTF-8. */
                    content: string;
                    /** @description White space at both ends is dropped. */
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
            /** @description `VALIDATION_FAILED` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                /** @description White space at both ends is dropped. */
                project: string;
                /** @description White space at both ends is dropped. */
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
            /** @description One version of instructions, with its text */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                        /** @description An e-mail, `api` or `token:<name>`. */
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
            };
            path: {
                n: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description White space at both ends is dropped. */
                    project: string;
                    /** @description White space at both ends is dropped. */
                    task: string;
                };
            };
        };
        responses: {
            /** @description Make an old text the new version */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
            /** @description `VALIDATION_FAILED` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                /** @description White space at both ends is dropped. */
                project: string;
                /** @description White space at both ends is dropped. */
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
            /** @description What changed between two versions, by line */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        from: number;
                        to: number;
                        parts: {
                            /** @enum {string} */
                            change: "same" | "added" | "removed";
                            /** @description Whole lines, with their ends. */
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
                /** @description White space at both ends is dropped. */
                project: string;
                /** @description White space at both ends is dropped. */
                task: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How outputs fared, by the version that they ran under */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        version: number;
                        /** @description All outputs, evaluated or not. */
                        runs: number;
                        /** @description Those whose status is flagged. */
                        flagged: number;
                        /** @description Those that a person has decided, or a deadline. */
                        decided: number;
                        /** @description pass / (pass + flagged + error), as in search; 0 when none is evaluated. */
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
                /** @description White space at both ends is dropped. */
                project: string;
                /** @description White space at both ends is dropped. */
                task: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The queued notes of a document, oldest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                        /** @description An e-mail, `api` or `token:<name>`. */
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description White space at both ends is dropped. */
                    project: string;
                    /** @description White space at both ends is dropped. */
                    task: string;
                    /** @description White space at both ends is dropped. */
                    comment: string;
                    /** @description White space at both ends is dropped. */
                    author?: string;
                    /** @description White space at both ends is dropped. */
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
            /** @description `VALIDATION_FAILED` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                /** @description White space at both ends is dropped. */
                ref?: string;
                /** @description White space at both ends is dropped. */
                project?: string;
                /** @description White space at both ends is dropped. */
                task?: string;
            };
            header?: {
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description White space at both ends is dropped. */
                    ref?: string;
                    /** @description White space at both ends is dropped. */
                    project?: string;
                    /** @description White space at both ends is dropped. */
                    task?: string;
                };
            };
        };
        responses: {
            /** @description Withdraw a queued note */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
            /** @description `VALIDATION_FAILED` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                /** @description White space at both ends is dropped. */
                project: string;
                /** @description White space at both ends is dropped. */
                task: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Drafts of a document, newest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        state: "drafting" | "ready" | "stale" | "failed" | "accepted" | "dismissed";
                        /** @description The version that it was drafted from. */
                        baseVersion: number;
                        content: string | null;
                        changes: {
                            summary: string;
                            /** @description The notes that it answers. */
                            noteRefs: string[];
                        }[];
                        /** @description All notes that it was drafted from. */
                        noteRefs: string[];
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description White space at both ends is dropped. */
                    project: string;
                    /** @description White space at both ends is dropped. */
                    task: string;
                };
            };
        };
        responses: {
            /** @description Have a new version drafted from the queued notes */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
            /** @description `VALIDATION_FAILED` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NO_NOTES`, `NO_MODEL_CONFIGURED`, `DRAFT_IN_PROGRESS` */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description At most 262144 bytes in UTF-8. */
                    content?: string;
                };
            };
        };
        responses: {
            /** @description Make a draft the new version */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
            /** @description `VALIDATION_FAILED` */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Put a draft away; its notes stay queued */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                project?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Names of the tasks that have outputs */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
            /** @description What happened to an output, oldest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        events: {
                            /** Format: date-time */
                            at: string;
                            /** @enum {string} */
                            stage: "accepted" | "queued" | "evaluated" | "flagged" | "decided" | "edited" | "escalated" | "callback delivered" | "callback failed";
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
            /** @description Announce a file that is uploaded before its output */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                        /** @description To be sent with the bytes, as they are. */
                        headers: {
                            [key: string]: string;
                        };
                        /** @description Seconds. */
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
            /** @description Signed download URL for a stored file */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                /** @description May contain slashes. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Download a stored file */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
            header?: never;
            path: {
                /** @description May contain slashes. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes of a file, by a signed link */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The bytes of a file, by a signed link */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                /** @description May contain slashes. */
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
            /** @description Put the bytes of an announced upload, by a signed link */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
            /** @description Members of the workspace, who joined first at the top */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                            /** @description Those that the member made and nobody has revoked, oldest first. Of tokens of earlier releases nobody knows who made them. */
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
                /** @description Ids of tokens of the member that stay good, with commas between; an unknown one is 400, and nothing is done. */
                keepTokens?: string;
            };
            header?: {
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @description Those that the member made, oldest first. */
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
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
            /** @description Change the role of a member */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
            /** @description Invitations that can still be accepted, newest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            email: string | null;
                            /** @enum {string} */
                            role: "viewer" | "reviewer" | "manager" | "admin";
                            /** @description E-mail address. */
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @description White space at both ends is dropped.
                     */
                    email?: string;
                    /** @enum {string} */
                    role: "viewer" | "reviewer" | "manager" | "admin";
                };
            };
        };
        responses: {
            /** @description Invite somebody by a link */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        email: string | null;
                        /** @enum {string} */
                        role: "viewer" | "reviewer" | "manager" | "admin";
                        /** @description E-mail address. */
                        createdBy: string;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        expiresAt: string;
                        /** @description What the link ends with. */
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
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
            /** @description What a link invites to; it stays good */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                    /** @description White space at both ends is dropped. */
                    name?: string;
                    /**
                     * Format: email
                     * @description White space at both ends is dropped.
                     */
                    email?: string;
                    password?: string;
                };
            };
        };
        responses: {
            /** @description Join the workspace that a link invites to */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        workspaceId: string;
                        /** @description A mail was sent: its link must be opened before the first sign-in. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        icon: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** @description Outputs that exist in it. */
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description White space at both ends is dropped. */
                    name: string;
                    /** @description White space at both ends is dropped. */
                    icon?: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        icon: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** @description Outputs that exist in it. */
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description White space at both ends is dropped. */
                    name?: string;
                    /** @description White space at both ends is dropped. */
                    icon?: string | null;
                };
            };
        };
        responses: {
            /** @description Rename a project or change its icon */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        icon: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** @description Outputs that exist in it. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        projectId: string;
                        /** Format: date-time */
                        createdAt: string;
                        /** @description Outputs that exist in it. */
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description White space at both ends is dropped. */
                    name: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        projectId: string;
                        /** Format: date-time */
                        createdAt: string;
                        /** @description Outputs that exist in it. */
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
            };
            path: {
                id: string;
                taskId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description White space at both ends is dropped. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Rename a task */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        projectId: string;
                        /** Format: date-time */
                        createdAt: string;
                        /** @description Outputs that exist in it. */
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
                        isActive: boolean;
                        projectId: string | null;
                        projectName: string | null;
                        taskName: string | null;
                        llmJudgeProvider: string | null;
                        llmJudgeModel: string | null;
                        judgeFiles: boolean;
                        /** @description Rises with every change. */
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description White space at both ends is dropped. */
                    name: string;
                    /** @enum {string} */
                    type: "keyword_required" | "keyword_forbidden" | "regex_required" | "regex_forbidden" | "min_length" | "max_length" | "json_valid" | "json_field_exists" | "json_field_equals" | "json_field_range" | "json_field_boolean" | "json_field_date" | "confidence_min" | "latency_max" | "cost_max" | "llm_judge";
                    /** @description keyword_*: the phrase, found whatever its case; regex_*: an RE2 pattern, unanchored; *_length: a number of characters; json_valid: blank, or a JSON Schema (2020-12 or draft-07); json_field_exists: a path such as `order.items[0].price`, `action.params.amount`, `metadata.customer` or `input.id`; json_field_equals: `{"path": "currency", "equals": "EUR"}`; json_field_range: `{"path": "total", "min": 0, "max": 100}`; json_field_boolean: `{"path": "approved", "is": true}`; json_field_date: `{"path": "due", "notBefore": "-P7D", "notAfter": "2026-12-31"}`; confidence_min, latency_max, cost_max: a number, of milliseconds or US dollars; llm_judge: what a judge is to hold an output against, in plain language. Bounds may be left out. At most 65536 bytes in UTF-8. */
                    value: string;
                    /** @default true */
                    isActive?: boolean;
                    /** @default false */
                    judgeFiles?: boolean;
                    /** @description White space at both ends is dropped. */
                    description?: string;
                    projectId?: string;
                    /** @description White space at both ends is dropped. */
                    projectName?: string;
                    /** @description White space at both ends is dropped. */
                    taskName?: string;
                    /** @enum {string} */
                    llmJudgeProvider?: "anthropic" | "openai" | "google" | "openrouter" | "openai_compatible";
                    /** @description The model that an llm_judge asks; without it the one that is configured. White space at both ends is dropped. */
                    llmJudgeModel?: string;
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
                        isActive: boolean;
                        projectId: string | null;
                        projectName: string | null;
                        taskName: string | null;
                        llmJudgeProvider: string | null;
                        llmJudgeModel: string | null;
                        judgeFiles: boolean;
                        /** @description Rises with every change. */
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
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
                    /** @description At most 65536 bytes as JSON. Nests at most 8 deep. */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    action?: {
                        /** @description White space at both ends is dropped. */
                        name: string;
                        /** @description White space at both ends is dropped. */
                        summary: string;
                        /** @description At most 65536 bytes as JSON. Nests at most 8 deep. */
                        params?: {
                            [key: string]: unknown;
                        };
                    };
                    confidence?: number;
                    latencyMs?: number;
                    costUsd?: number;
                    rule?: {
                        /** @description White space at both ends is dropped. */
                        name: string;
                        /** @enum {string} */
                        type: "keyword_required" | "keyword_forbidden" | "regex_required" | "regex_forbidden" | "min_length" | "max_length" | "json_valid" | "json_field_exists" | "json_field_equals" | "json_field_range" | "json_field_boolean" | "json_field_date" | "confidence_min" | "latency_max" | "cost_max" | "llm_judge";
                        /** @description keyword_*: the phrase, found whatever its case; regex_*: an RE2 pattern, unanchored; *_length: a number of characters; json_valid: blank, or a JSON Schema (2020-12 or draft-07); json_field_exists: a path such as `order.items[0].price`, `action.params.amount`, `metadata.customer` or `input.id`; json_field_equals: `{"path": "currency", "equals": "EUR"}`; json_field_range: `{"path": "total", "min": 0, "max": 100}`; json_field_boolean: `{"path": "approved", "is": true}`; json_field_date: `{"path": "due", "notBefore": "-P7D", "notAfter": "2026-12-31"}`; confidence_min, latency_max, cost_max: a number, of milliseconds or US dollars; llm_judge: what a judge is to hold an output against, in plain language. Bounds may be left out. At most 65536 bytes in UTF-8. */
                        value: string;
                        /** @default true */
                        isActive?: boolean;
                        /** @default false */
                        judgeFiles?: boolean;
                        /** @description White space at both ends is dropped. */
                        description?: string;
                        projectId?: string;
                        /** @description White space at both ends is dropped. */
                        projectName?: string;
                        /** @description White space at both ends is dropped. */
                        taskName?: string;
                        /** @enum {string} */
                        llmJudgeProvider?: "anthropic" | "openai" | "google" | "openrouter" | "openai_compatible";
                        /** @description The model that an llm_judge asks; without it the one that is configured. White space at both ends is dropped. */
                        llmJudgeModel?: string;
                    };
                    /** @description Takes the text and the files of this output. */
                    logId?: string;
                    /** @description Name or id: the active rules of it. */
                    project?: string;
                    /** @description Name of a task of the project. */
                    task?: string;
                };
            };
        };
        responses: {
            /** @description Try rules on a text */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                            attempts: number;
                            latencyMs: number;
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
            /** @description One rule */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                        isActive: boolean;
                        projectId: string | null;
                        projectName: string | null;
                        taskName: string | null;
                        llmJudgeProvider: string | null;
                        llmJudgeModel: string | null;
                        judgeFiles: boolean;
                        /** @description Rises with every change. */
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description White space at both ends is dropped. */
                    name?: string;
                    /** @enum {string} */
                    type?: "keyword_required" | "keyword_forbidden" | "regex_required" | "regex_forbidden" | "min_length" | "max_length" | "json_valid" | "json_field_exists" | "json_field_equals" | "json_field_range" | "json_field_boolean" | "json_field_date" | "confidence_min" | "latency_max" | "cost_max" | "llm_judge";
                    /** @description keyword_*: the phrase, found whatever its case; regex_*: an RE2 pattern, unanchored; *_length: a number of characters; json_valid: blank, or a JSON Schema (2020-12 or draft-07); json_field_exists: a path such as `order.items[0].price`, `action.params.amount`, `metadata.customer` or `input.id`; json_field_equals: `{"path": "currency", "equals": "EUR"}`; json_field_range: `{"path": "total", "min": 0, "max": 100}`; json_field_boolean: `{"path": "approved", "is": true}`; json_field_date: `{"path": "due", "notBefore": "-P7D", "notAfter": "2026-12-31"}`; confidence_min, latency_max, cost_max: a number, of milliseconds or US dollars; llm_judge: what a judge is to hold an output against, in plain language. Bounds may be left out. At most 65536 bytes in UTF-8. */
                    value?: string;
                    isActive?: boolean;
                    judgeFiles?: boolean;
                    /** @description White space at both ends is dropped. */
                    description?: string | null;
                    projectId?: string | null;
                    /** @description White space at both ends is dropped. */
                    projectName?: string | null;
                    /** @description White space at both ends is dropped. */
                    taskName?: string | null;
                    /** @enum {string|null} */
                    llmJudgeProvider?: "anthropic" | "openai" | "google" | "openrouter" | "openai_compatible" | null;
                    /** @description The model that an llm_judge asks; without it the one that is configured. White space at both ends is dropped. */
                    llmJudgeModel?: string | null;
                };
            };
        };
        responses: {
            /** @description Change a rule */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                        isActive: boolean;
                        projectId: string | null;
                        projectName: string | null;
                        taskName: string | null;
                        llmJudgeProvider: string | null;
                        llmJudgeModel: string | null;
                        judgeFiles: boolean;
                        /** @description Rises with every change. */
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
            /** @description Settings of the workspace */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        workspaceId: string;
                        workspaceName: string;
                        /** @enum {string} */
                        currentUserRole: "viewer" | "reviewer" | "manager" | "admin";
                        /** @description Whether this session may change anything. */
                        canManageWorkspace: boolean;
                        tokenHint: string | null;
                        tokenLastUsedAt: string | null;
                        /** @description Whether the channels (Slack, e-mail) are told of outputs that rules flag, or that are held for approval. Of a flag by a person or through the API they are always told. */
                        notifyOnFlag: boolean;
                        /** @description Whether the channels are told of outputs that could not be evaluated. */
                        notifyOnError: boolean;
                        emailNotificationsEnabled: boolean;
                        notificationEmail: string | null;
                        slackNotificationsEnabled: boolean;
                        hasSlackWebhook: boolean;
                        webhookEnabled: boolean;
                        outboundWebhookUrl: string | null;
                        /** @description What the webhook of the workspace is told of; all ten unless changed. */
                        outboundWebhookEvents: ("flagged" | "pass" | "error" | "approved" | "rejected" | "changed" | "handled" | "taught" | "escalated" | "deleted")[];
                        /** @description Whether tokens may decide, and teach. */
                        tokensMayDecide: boolean;
                        /** @description Whether submissions may ask to be approved by their deadline. */
                        allowDeadlineApproval: boolean;
                        /** @description Whether the comment of a decision `changed` or `rejected` becomes a note. */
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
                        /** @description Whether judges are left alone where an exact rule has failed already. */
                        skipJudgesWhenFlagged: boolean;
                        /** @description Outputs go so many days after they were made, but for those that wait for a decision. Null: they are kept. */
                        retentionDays: number | null;
                        mediaQuotaBytes: number | null;
                        usage: {
                            /** @description Outputs that exist. */
                            outputs: number;
                            /** @description Bytes of its files; an upload that no output names yet counts as announced. */
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description White space at both ends is dropped. */
                    workspaceName?: string;
                    /** @description Whether tokens may decide, and teach. */
                    tokensMayDecide?: boolean;
                    /** @description Whether submissions may ask to be approved by their deadline. */
                    allowDeadlineApproval?: boolean;
                    /** @description Whether the comment of a decision `changed` or `rejected` becomes a note. */
                    queueDecisionComments?: boolean;
                    /** @description Outputs go so many days after they were made, but for those that wait for a decision. Null: they are kept. */
                    retentionDays?: number | null;
                    notifyOnFlag?: boolean;
                    notifyOnError?: boolean;
                    emailNotificationsEnabled?: boolean;
                    /**
                     * Format: email
                     * @description Null takes it away, and turns these mails off. White space at both ends is dropped.
                     */
                    notificationEmail?: string | null;
                    slackNotificationsEnabled?: boolean;
                    /** @description An incoming webhook of Slack. Never shown again. Null takes it away. White space at both ends is dropped. */
                    slackWebhookUrl?: string | null;
                    webhookEnabled?: boolean;
                    /** @description By https, and public, but for addresses that the operator allows. Null: none. White space at both ends is dropped. */
                    outboundWebhookUrl?: string | null;
                    /** @description What the webhook of the workspace is told of; all ten unless changed. */
                    outboundWebhookEvents?: ("flagged" | "pass" | "error" | "approved" | "rejected" | "changed" | "handled" | "taught" | "escalated" | "deleted")[];
                    /** @enum {string|null} */
                    defaultJudgeProvider?: "anthropic" | "openai" | "google" | "openrouter" | "openai_compatible" | null;
                    /** @description The whole list, one entry a provider. An entry that is left out is removed, with its key. */
                    judgeProviders?: {
                        /** @enum {string} */
                        provider: "anthropic" | "openai" | "google" | "openrouter" | "openai_compatible";
                        /** @description White space at both ends is dropped. */
                        model: string;
                        /** @description As OpenAI clients take it (`…/v1`); without it the provider’s own. By https, and public, but for addresses that the operator allows. openai_compatible must have one. Only the key of this entry is sent there, never the operator’s. White space at both ends is dropped. */
                        baseUrl?: string | null;
                        /** @description Never shown again. Left out, the stored key stays as long as the `baseUrl` does; a new one deletes it, and so does null. White space at both ends is dropped. Must be of visible ASCII characters, without spaces. */
                        apiKey?: string | null;
                        /** @description US dollars for a million tokens of `model`. With both prices the cost of a call is known where the provider does not tell it. Left out: not known. */
                        inputPerMillion?: number | null;
                        /** @description US dollars for a million tokens of `model`. With both prices the cost of a call is known where the provider does not tell it. Left out: not known. */
                        outputPerMillion?: number | null;
                    }[];
                    skipJudgesWhenFlagged?: boolean;
                    /** @description At most the operator’s; null takes the operator’s. Files that are there stay. */
                    mediaQuotaBytes?: number | null;
                };
            };
        };
        responses: {
            /** @description Change settings of the workspace */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        workspaceId: string;
                        workspaceName: string;
                        /** @enum {string} */
                        currentUserRole: "viewer" | "reviewer" | "manager" | "admin";
                        /** @description Whether this session may change anything. */
                        canManageWorkspace: boolean;
                        tokenHint: string | null;
                        tokenLastUsedAt: string | null;
                        /** @description Whether the channels (Slack, e-mail) are told of outputs that rules flag, or that are held for approval. Of a flag by a person or through the API they are always told. */
                        notifyOnFlag: boolean;
                        /** @description Whether the channels are told of outputs that could not be evaluated. */
                        notifyOnError: boolean;
                        emailNotificationsEnabled: boolean;
                        notificationEmail: string | null;
                        slackNotificationsEnabled: boolean;
                        hasSlackWebhook: boolean;
                        webhookEnabled: boolean;
                        outboundWebhookUrl: string | null;
                        /** @description What the webhook of the workspace is told of; all ten unless changed. */
                        outboundWebhookEvents: ("flagged" | "pass" | "error" | "approved" | "rejected" | "changed" | "handled" | "taught" | "escalated" | "deleted")[];
                        /** @description Whether tokens may decide, and teach. */
                        tokensMayDecide: boolean;
                        /** @description Whether submissions may ask to be approved by their deadline. */
                        allowDeadlineApproval: boolean;
                        /** @description Whether the comment of a decision `changed` or `rejected` becomes a note. */
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
                        /** @description Whether judges are left alone where an exact rule has failed already. */
                        skipJudgesWhenFlagged: boolean;
                        /** @description Outputs go so many days after they were made, but for those that wait for a decision. Null: they are kept. */
                        retentionDays: number | null;
                        mediaQuotaBytes: number | null;
                        usage: {
                            /** @description Outputs that exist. */
                            outputs: number;
                            /** @description Bytes of its files; an upload that no output names yet counts as announced. */
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
                /** @description A time without a zone is UTC; a date alone is taken too. */
                from?: string;
                /** @description A time without a zone is UTC; a date alone is taken too. */
                to?: string;
                interval?: "hour" | "day" | "week" | "range";
                groupBy?: "status" | "project" | "task" | "model" | "instructionsVersion";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What happened over time, for pictures */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                                /** @description What the runs cost, as they were submitted. */
                                costUsd: number;
                                judgeCalls: number;
                                /** @description As far as the providers of judges tell it. */
                                judgeCostUsd: number;
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
            /** @description List the subscriptions of the workspace */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscriptions: {
                            id: string;
                            /** @description In full to tokens and admins, to others its origin and `/…`. */
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description By https, and public, but for addresses that the operator allows. White space at both ends is dropped. */
                    url: string;
                    /** @description All of them where it is left out. */
                    events?: ("flagged" | "pass" | "error" | "approved" | "rejected" | "changed" | "handled" | "taught" | "escalated" | "deleted")[];
                };
            };
        };
        responses: {
            /** @description Subscribe a URL to events of the workspace */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @description In full to tokens and admins, to others its origin and `/…`. */
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
            /** @description Subscribe a URL to events of the workspace */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @description In full to tokens and admins, to others its origin and `/…`. */
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description End a subscription */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                /** @description Those that ended by themselves, for this reason. */
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
            /** @description List where events go */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            /** @enum {string} */
                            kind: "subscription" | "webhook" | "callbacks" | "slack" | "email";
                            /** @enum {string} */
                            source: "api" | "dashboard" | "settings" | "callbacks";
                            address: string | null;
                            events: ("flagged" | "pass" | "error" | "approved" | "rejected" | "changed" | "handled" | "taught" | "escalated" | "deleted")[];
                            isActive: boolean;
                            endedReason: ("deleted" | "gone" | "failing") | null;
                            /** @description Whether what is sent there is signed. */
                            hasSecret: boolean;
                            formerSecretUntil: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            lastDeliveredAt: string | null;
                            failingSince: string | null;
                            /** @description Deliveries that wait for their first or next attempt. */
                            waiting: number;
                            /** @description Deliveries that were given up, and can be replayed. */
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Make a new secret for a destination */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Also the `webhook-id`, over all attempts and replays. */
                        id: string;
                        destinationId: string;
                        address: string | null;
                        logId: string | null;
                        /** @enum {string} */
                        event: "flagged" | "pass" | "error" | "approved" | "rejected" | "changed" | "handled" | "taught" | "escalated" | "deleted" | "test";
                        /** @enum {string} */
                        state: "pending" | "delivered" | "retrying" | "dead" | "superseded";
                        /** Format: date-time */
                        happenedAt: string;
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
                    /** @description Seconds to wait before the same request is worth sending again. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description Also the `webhook-id`, over all attempts and replays. */
                            id: string;
                            destinationId: string;
                            address: string | null;
                            logId: string | null;
                            /** @enum {string} */
                            event: "flagged" | "pass" | "error" | "approved" | "rejected" | "changed" | "handled" | "taught" | "escalated" | "deleted" | "test";
                            /** @enum {string} */
                            state: "pending" | "delivered" | "retrying" | "dead" | "superseded";
                            /** Format: date-time */
                            happenedAt: string;
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
            /** @description Read one delivery, with its attempts */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Also the `webhook-id`, over all attempts and replays. */
                        id: string;
                        destinationId: string;
                        address: string | null;
                        logId: string | null;
                        /** @enum {string} */
                        event: "flagged" | "pass" | "error" | "approved" | "rejected" | "changed" | "handled" | "taught" | "escalated" | "deleted" | "test";
                        /** @enum {string} */
                        state: "pending" | "delivered" | "retrying" | "dead" | "superseded";
                        /** Format: date-time */
                        happenedAt: string;
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Send a delivery again */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
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
                     * @description All where left out. A time without a zone is UTC; a date alone is taken too.
                     */
                    since?: string;
                };
            };
        };
        responses: {
            /** @description Send all dead deliveries of a destination again */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
            /** @description List the named tokens of the workspace */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description White space at both ends is dropped. */
                    name: string;
                    scopes: ("submit" | "read" | "decide" | "instruct" | "subscribe")[];
                    /**
                     * Format: date-time
                     * @description In the future; without it never. A time without a zone is UTC; a date alone is taken too.
                     */
                    expiresAt?: string;
                };
            };
        };
        responses: {
            /** @description Make a named token */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Make a new workspace token */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                    /** @description Seconds to wait before the same request is worth sending again. */
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
            /** @description Check a token */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
            /** @description The workspaces that you belong to */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
            /** @description Act in another of your workspaces */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
                /** @description With a session: the id of the workspace that this is meant for. Where the session acts in another one by now, nothing is done: 409 `WORKSPACE_CHANGED`. Scripts may leave it out. */
                "X-Workspace"?: components["parameters"]["X-Workspace"];
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
            /** @description Erase a workspace, and everything that belongs to it */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-Workspace": components["headers"]["X-Workspace"];
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
