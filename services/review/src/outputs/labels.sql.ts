/**
 * The label of an output `o`, by the decision that holds. A deadline is nobody's opinion, `handled` says nothing of
 * the output, and a flag or another evaluation takes the decision away.
 */
export const LABEL = `CASE WHEN o.decision_source = 'deadline' THEN 'none'
  WHEN o.human_decision = 'approved' THEN 'good'
  WHEN o.human_decision IN ('rejected', 'changed') THEN 'bad' ELSE 'none' END`;
