import Type from 'typebox';
import { command, nothing, strict } from './command.ts';
import { DeskGuard, Precautions, RiskCaps } from './model/risk.ts';

/** The commands that limit new risk. */
export const riskCommands = {
  /** Kill switch, arming, and caps of this mode with their use. */
  'risk.get': command(nothing, DeskGuard, []),
  /** Replaces the caps of this mode (practice and live have their own). */
  'risk.set': command(Type.Object({ caps: RiskCaps }, strict), DeskGuard, ['not-stored']),
  /** Replaces the precautions of this mode, and records that the trader has seen them. */
  'risk.set-precautions': command(Type.Object({ precautions: Precautions }, strict), DeskGuard, ['not-stored']),
  /**
   * Turns the kill switch on for both modes: waiting orders with new risk become HELD at once, and
   * nothing that adds risk is sent until the switch is released.
   */
  'risk.kill': command(Type.Object({ reason: Type.String({ maxLength: 120 }) }, strict), DeskGuard, []),
  /** Turns the kill switch off. The desk remains disarmed, and orders on hold remain on hold. */
  'risk.release': command(nothing, DeskGuard, ['not-stored']),
} as const;
