-- What evaluators have to ask judges and what costly rules they have to check: jobs that are due, and
-- those that somebody works on, so that nobody is taken away from work. Jobs that pause because their judge is away would not end sooner by
-- more evaluators.
SELECT count(*)
FROM evaluator.evaluations
WHERE state IN ('checking', 'judging') AND (owner IS NOT NULL OR next_attempt_at <= now())
