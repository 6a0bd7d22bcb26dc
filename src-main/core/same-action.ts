import type { Action } from '#contract/model/scalars.ts';

/**
 * STO and SSHORT are interchangeable at the platform, so they are one action when orders are
 * compared.
 */
export const sameAction = (a: Action, b: Action): boolean => canonicalAction(a) === canonicalAction(b);

export const canonicalAction = (action: Action): Action => (action === 'SSHORT' ? 'STO' : action);
