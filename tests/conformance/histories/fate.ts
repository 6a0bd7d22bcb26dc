/** What happens to a request on its way. `doubled`: a proxy sends it twice. */
export type Fate = 'answered' | 'lostBefore' | 'lostAfter' | 'doubled';
