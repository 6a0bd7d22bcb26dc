import type { SignalState } from './signal.ts';

/**
 * Why a signal was not accepted. Nothing has changed. `notReplaceable`: the signal to replace has
 * ended, or it is waiting and the options do not allow its cancel.
 */
export type Refusal =
  | { readonly code: 'quantityNotPositive' }
  | { readonly code: 'priceNotPositive'; readonly field: 'limit' | 'stop' | 'profittarget' | 'stoploss' }
  | { readonly code: 'limitWithStop' }
  | { readonly code: 'marketWithPrice' }
  | { readonly code: 'bracketOnExit' }
  | { readonly code: 'twoParents' }
  | { readonly code: 'ownIdUsed'; readonly id: string }
  | { readonly code: 'ocaIdUsed'; readonly id: string }
  | { readonly code: 'unknownParent'; readonly id: string }
  | { readonly code: 'parentEnded'; readonly id: string; readonly state: SignalState }
  | { readonly code: 'unknownReplaced'; readonly id: string }
  | { readonly code: 'notReplaceable'; readonly id: string; readonly state: SignalState }
  | { readonly code: 'conditionalOnConditional' }
  | { readonly code: 'replacementWithCondition' };
