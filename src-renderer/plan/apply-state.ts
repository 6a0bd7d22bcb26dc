/**
 * The state of a plan, as its button shows it. `no-answer`: the request may have been carried out,
 * and a further press sends the same request again. `refused`: nothing was done.
 */
export type ApplyState = 'ready' | 'sending' | 'no-answer' | 'refused' | 'done';
