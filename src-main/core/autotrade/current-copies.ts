import type { AutoTradeLink } from '#contract/model/autotrade.ts';

export const isStopped = ({ state }: Pick<AutoTradeLink, 'state'>): boolean => state.startsWith('stopped');

/** The copies of a strategy that are not known to be stopped. */
export const currentCopies = (links: readonly AutoTradeLink[], systemId: string): AutoTradeLink[] =>
  links.filter((link) => link.systemId === systemId && !isStopped(link));
