import Type from 'typebox';
import { Uuid } from './model/scalars.ts';

export const planId = Type.String({ maxLength: 60 });

/** Input of every command that sends a plan of acts. `confirmed`: codes of confirmed warnings. */
export const sendInput = {
  intentId: Uuid,
  planId,
  confirmed: Type.Array(Type.String({ maxLength: 60 }), { maxItems: 50 }),
};

/**
 * Why a plan of acts was not carried out. `refused`: the platform rejected a request. In all other
 * cases nothing was sent. `not-typed`: the text that confirms the plan was not typed. `journal`: the
 * journal could not be written.
 */
export const sendFailures = [
  'unknown-plan',
  'outdated',
  'unconfirmed',
  'not-typed',
  'busy',
  'locked',
  'killed',
  'refused',
  'not-sent',
  'blocked',
  'journal',
] as const;
