import Type from 'typebox';
import { command, nothing, strict } from './command.ts';
import { DeskGuard, Precautions, RiskCaps } from './model/risk.ts';

/** What guards new risk. */
export const riskCommands = {
  /** Kill switch, arming, caps of this mode and what was used of them. */
  'risk.get': command(nothing, DeskGuard, []),
  /** Replaces the caps of this mode (practice and live have their own). */
  'risk.set': command(Type.Object({ caps: RiskCaps }, strict), DeskGuard, ['not-stored']),
  /** Replaces the precautions of this mode, and notes that the trader has seen them. */
  'risk.set-precautions': command(Type.Object({ precautions: Precautions }, strict), DeskGuard, ['not-stored']),
  /** At once, for both modes: what waits becomes HELD, and nothing but cancels leaves until it is released. */
  'risk.kill': command(Type.Object({ reason: Type.String({ maxLength: 120 }) }, strict), DeskGuard, []),
  /** The desk stays disarmed and what was held stays held. */
  'risk.release': command(nothing, DeskGuard, ['not-stored']),
} as const;
