import type { Action } from '#contract/model/scalars.ts';

/** Actions in words. STO and SSHORT mean the same to the platform and are sent as typed. */
export const actionWords: Readonly<Record<Action, string>> = {
  BTO: 'Buy to open',
  STO: 'Sell to open',
  SSHORT: 'Sell short',
  BTC: 'Buy to close',
  STC: 'Sell to close',
};

export const isAction = (text: string): text is Action => Object.hasOwn(actionWords, text);
