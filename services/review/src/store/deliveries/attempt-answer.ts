/** Whether a delivery keeps what its receiver answered: not when what it told of its output is gone. */
export const KEEPS_ANSWER = `(words IS NOT NULL OR output_id IS NULL)`;
