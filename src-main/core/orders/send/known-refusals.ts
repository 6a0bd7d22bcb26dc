import type { Mode } from '#contract/model/status.ts';

/**
 * Refusals that reliably mean "not accepted" (order-safety 3). The title never decides whether an
 * answer is a refusal. It decides how far the refusal of an order is trusted: a title that is not
 * in this file leaves the order UNKNOWN until the lists were read.
 */

/**
 * The whole command was refused before its signal was examined: such answers echo no signal
 * (platform-notes 21).
 */
export const commandRefusals: ReadonlySet<string> = new Set(['Unable to access this systemid', 'Unknown API command']);

/** Titles of the platform; trusted only with the own id in the echo. */
const documentedTitles = ['Unknown typeofsymbol'];

/**
 * Titles of the practice service, listed in docs/practice.md; trusted for practice orders only.
 * 'Duplicate signalid' is not among them, because the order that used the id first may be this one.
 */
const practiceTitles = [
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

/** The signal was refused; trusted only with the own id in the echo. */
export const signalRefusals: Readonly<Record<Mode, ReadonlySet<string>>> = {
  LIVE: new Set(documentedTitles),
  PRACTICE: new Set([...documentedTitles, ...practiceTitles]),
};
