-- Counts the judge jobs and expensive rule checks that are due, and those in progress, so that scaling down does not
-- remove a busy evaluator. Excludes jobs that pause because their judge is unavailable: more evaluators would not help.
SELECT count(*)
FROM evaluator.evaluations
WHERE state IN ('checking', 'judging') AND (owner IS NOT NULL OR next_attempt_at <= now())
