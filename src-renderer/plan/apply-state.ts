/**
 * The state of a plan at its button. `no-answer`: the request may have been carried out, and the
 * same one is sent again by a further press. `refused`: nothing was done.
 */
export type ApplyState = 'ready' | 'sending' | 'no-answer' | 'refused' | 'done';
