-- What evaluators have to ask judges: jobs that are due, and those that somebody works on, so that
-- nobody is taken away from work. Jobs that pause because their judge is away would not end sooner by
-- more evaluators.
SELECT count(*)
FROM evaluator.evaluations
WHERE state = 'judging' AND (owner IS NOT NULL OR next_attempt_at <= now())
