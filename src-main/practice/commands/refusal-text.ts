import type { WireError } from '#core/platform/wire/records.ts';
import type { Refusal } from '#rules/signals/refusal.ts';

/** The refusal of signals and desired positions for a strategy that is not alive. */
export const NOT_ALIVE: WireError = { title: 'Strategy not alive', message: 'isAlive of this systemid is 0' };

/** Titles of refused submits. The specification has none of them; docs/practice.md lists them. */
export function refusalText(refusal: Refusal): WireError {
  switch (refusal.code) {
    case 'quantityNotPositive':
      return { title: 'Invalid quant', message: 'quant must be a number greater than 0' };
    case 'priceNotPositive':
      return { title: `Invalid ${refusal.field}`, message: `${refusal.field} must be a price greater than 0` };
    case 'limitWithStop':
      return { title: 'Limit and stop together', message: 'A signal has a limit or a stop, not both' };
    case 'marketWithPrice':
      return { title: 'Market order with a price', message: 'market is 1 but a limit or stop is given' };
    case 'bracketOnExit':
      return {
        title: 'Bracket on a closing order',
        message: 'profittarget and stoploss belong to an entry order (BTO, STO, SSHORT)',
      };
    case 'twoParents':
      return { title: 'Two parents', message: 'conditionalupon and conditionalUponSignal cannot be given together' };
    case 'ownIdUsed':
      return { title: 'Duplicate signalid', message: `signalid ${refusal.id} has been used before for this systemid` };
    case 'ocaIdUsed':
      return { title: 'Duplicate ocaid', message: `ocaid ${refusal.id} has been used before for this systemid` };
    case 'unknownParent':
      return {
        title: 'Unknown conditionalupon',
        message: `conditionalupon ${refusal.id} is not a signal of this systemid`,
      };
    case 'parentEnded':
      return { title: 'Parent signal ended', message: `conditionalupon ${refusal.id} is ${refusal.state}` };
    case 'unknownReplaced':
      return { title: 'Unknown xreplace', message: `xreplace ${refusal.id} is not a signal of this systemid` };
    case 'notReplaceable':
      return {
        title: 'Signal could not be replaced',
        message: `xreplace ${refusal.id} is ${refusal.state}; the new signal was not entered`,
      };
    case 'conditionalOnConditional':
      return {
        title: 'Conditional on a conditional',
        message: 'A signal cannot be conditional on a conditional signal',
      };
    case 'replacementWithCondition':
      return { title: 'Replacement with a condition', message: 'A signal with xreplace cannot be conditional' };
  }
}
