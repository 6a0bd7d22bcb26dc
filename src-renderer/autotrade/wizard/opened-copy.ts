import type { AutoTradeLink } from '#contract/model/autotrade.ts';

/** What a dialog of the AutoTrade page is for: to start at a broker, or to change or end a copy. */
export type OpenedCopy =
  | { readonly kind: 'start'; readonly systemId: string; readonly personId: string | null; readonly brokerCode: string }
  | { readonly kind: 'change' | 'stop'; readonly link: AutoTradeLink };
