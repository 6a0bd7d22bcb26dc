/** The fate of a request on its way; `doubled`: a proxy sent it twice. */
export type Fate = 'answered' | 'lostBefore' | 'lostAfter' | 'doubled';
