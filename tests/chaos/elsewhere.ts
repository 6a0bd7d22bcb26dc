/** The own id of an order that another program of the trader enters. */
export const elsewhereOwnId = '177246189999999';
