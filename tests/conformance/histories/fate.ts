/** What happens to a request on its way; `doubled` is a middlebox that sent it twice. */
export type Fate = 'answered' | 'lostBefore' | 'lostAfter' | 'doubled';
