/** What happens to a request on its way. `doubled`: a proxy sends it twice. */
export type Delivery = 'answered' | 'lostBefore' | 'lostAfter' | 'doubled';
