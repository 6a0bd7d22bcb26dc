import type { Text } from '../message.ts';
import type { AutoTradeLinkState } from '../model/autotrade-link-state.ts';
import type { Instrument } from '../model/scalars.ts';

export type CredentialName = 'accountNumber' | 'userId' | 'password';

/** Changes on the platform that are not orders. */
export type ActMessages = {
  /** The intent was used before. Nothing was sent. */
  'act.intent-used': object;
  /** A request was sent before it was in the journal. */
  'act.not-recorded': object;
  /** Nothing was sent: the previous act of this target has no clear outcome. */
  'act.one-at-a-time': object;
  /** Another act of its target took effect while this one waited to be sent. */
  'act.overtaken': object;
  /**
   * A notice: an act that only reduces was sent although the outcome of an earlier act on the same
   * target is unknown.
   */
  'act.overtakes': object;
  /** The text of that notice: the earlier act, sent at `at`, may still take effect. */
  'act.overtaken-open': { readonly command: string; readonly at: number | null };
  /** The user wanted to end an act whose outcome is not unknown. */
  'act.not-unknown': object;
  /** The platform refused without words of its own. */
  'act.refused': object;
  'act.unreadable-answer': object;
  /** These four are for acts that concern a person: licenses, subscriptions, a deletion. */
  'act.not-confirmed': { readonly command: string };
  'act.absent': { readonly command: string };
  'act.late': { readonly command: string };
  'act.differs': { readonly command: string };
  /** The brokers that pass the filters could not be read, for this reason. */
  'autotrade.brokers-not-filtered': { readonly reason: Text };
  'autotrade.change-differs': object;
  'autotrade.change-not-confirmed': object;
  'autotrade.credentials': { readonly members: readonly CredentialName[] };
  'autotrade.linked-already': object;
  /** On a private platform: it is not known for which person the act is. */
  'autotrade.no-person': object;
  'autotrade.not-linked': object;
  'autotrade.not-rehearsed': object;
  'autotrade.not-subscribed': object;
  'act.not-typed': object;
  'autotrade.nothing-to-change': object;
  'autotrade.outdated': object;
  /** `newer`: a newer act on the target counts instead; this act can no longer take effect. */
  'act.settled': { readonly command: string; readonly by: 'list' | 'user' | 'newer' };
  /** The platform refused the start, and a later broker list shows an account. */
  'autotrade.start-after-refusal': object;
  'autotrade.stop-after-refusal': object;
  'autotrade.start-absent': object;
  'autotrade.start-differs': object;
  'autotrade.start-late': object;
  'autotrade.start-not-confirmed': object;
  'autotrade.stop-absent': object;
  'autotrade.stop-differs': object;
  'autotrade.stop-late': object;
  'autotrade.stop-not-confirmed': object;
  'act.unknown': { readonly command: string };
  'autotrade.unknown-broker': object;
  'autotrade.unknown-plan': object;
  /** The text of the notice `act.unknown`. `isProvable`: a reading can show the outcome. */
  'act.unknown-text': { readonly command: string; readonly isProvable: boolean };
  /** Checks of a plan. `types` has the types that the strategy trades and the broker does not. */
  'autotrade.broker-not-traded': { readonly types: readonly Instrument[] };
  'autotrade.broker-outside-usa': object;
  'autotrade.limit-removed': { readonly fields: readonly string[] };
  'autotrade.not-listed': object;
  'autotrade.open-act': { readonly state: AutoTradeLinkState; readonly at: number | null };
  'autotrade.positions-old': { readonly seconds: number | null };
  'autotrade.sells-now': { readonly symbols: readonly string[] };
  'autotrade.settings-unknown': object;
  'autotrade.short-options': object;
  'autotrade.stop-closes': { readonly positions: number };
  'autotrade.stop-leaves': { readonly positions: number };
  'autotrade.strategy-ended': object;
  'autotrade.unknown-types': { readonly symbols: readonly string[] };
  'desired.empty-list': object;
  /** The target mode was not declared off: the word `off` was not typed. */
  'desired.type-off': object;
  /** A target list that was overtaken by a newer one took effect after all. */
  'desired.appeared-late': object;
  /**
   * The time for evidence is over, and the platform shows another list than the one that was sent.
   */
  'desired.contradicted': object;
  /** The known mode of the target list. */
  'desired.mode': { readonly mode: 'never-read' | 'off' | 'maintaining' | 'pending' | 'maybe-off' | 'contradicted' };
  /** Order entry is locked: the platform maintains a target list, or may do so. */
  'desired.maintaining': object;
  /** Order entry is locked: an overtaken list can still take effect. */
  'desired.overtaken': object;
  /** The list of the platform is not the one that was shown. */
  'desired.list-moved': object;
  /** A notice: a reading shows another list than the one that was sent. */
  'desired.other-list': object;
  /** A notice: the list that was sent was not confirmed. */
  'desired.not-confirmed': object;
  /** Order entry is locked: `stop` was answered, and no read-back shows it yet. */
  'desired.stop-not-read': object;
  /** Order entry is locked: a list was sent and is not confirmed. */
  'desired.unconfirmed': object;
};
