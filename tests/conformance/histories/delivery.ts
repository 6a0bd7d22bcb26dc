/**
 * What happens to a request on its way. `lostBefore` and `lostAfter`: the connection is cut before
 * or after the service received it. `doubled`: a proxy sends it twice.
 */
export type Delivery = 'answered' | 'lostBefore' | 'lostAfter' | 'doubled';
