import type { Mode } from '#contract/model/status.ts';

/**
 * Refusals that are trusted to mean "not taken" (order-safety 3). Whether an answer is a refusal is never decided by its
 * title; how far a refusal of an order is believed is: any other leaves the order UNKNOWN until the lists were read.
 */

/** The whole command was refused before its signal was looked at: such answers echo no signal (platform-notes 21). */
export const commandRefusals: ReadonlySet<string> = new Set(['Unable to access this systemid', 'Unknown API command']);

/** Shown by the platform; believed only with our own id in the echo. */
const documented = ['Unknown typeofsymbol'];

/**
 * The practice service's own, listed in docs/practice.md: believed of practice orders alone. 'Duplicate signalid' is not
 * among them, because the order that used the id first may be this very one.
 */
const ofPractice = [
  'Unknown action',
  'Invalid quant',
  'Unknown duration',
  'Invalid limit',
  'Invalid stop',
  'Invalid profittarget',
  'Invalid stoploss',
  'Unknown symbol',
  'Contract ended',
  'Contract not listed',
  'Limit and stop together',
  'Market order with a price',
  'Bracket on a closing order',
  'Two parents',
  'Duplicate ocaid',
  'Unknown conditionalupon',
  'Parent signal ended',
  'Unknown xreplace',
  'Signal could not be replaced',
  'Conditional on a conditional',
  'Replacement with a condition',
];

/** The signal was refused; believed only with our own id in the echo. */
export const signalRefusals: Readonly<Record<Mode, ReadonlySet<string>>> = {
  LIVE: new Set(documented),
  PRACTICE: new Set([...documented, ...ofPractice]),
};
