/**
 * The label of an output, in a statement with its columns: what people said of it by the decision that holds. Where
 * none does, or it says nothing of the output, `label_source` is null (`labelSourceOf`).
 */
export const LABEL = `CASE
          WHEN label_source IS NULL THEN 'none'
          WHEN human_decision = 'approved' THEN 'good' ELSE 'bad' END`;
