/** Changes on the platform that are not orders. */
export type ActMessages = {
  /** The intent was used before. Nothing was sent. */
  'act.intent-used': object;
  /** A request left before it was in the journal. */
  'act.not-recorded': object;
  /** Nothing was sent: the previous act of this target has no clear outcome. */
  'act.one-at-a-time': object;
  /** A notice: an act that only reduces was sent although an earlier one of its target is unknown. */
  'act.overtakes': object;
  'act.overtaken-open': object;
  /** The user wanted to end an act whose outcome is not unknown. */
  'act.not-unknown': object;
  /** The platform refused without words of its own. */
  'act.refused': object;
  'act.unreadable-answer': object;
  'desired.empty-list': object;
  /** The mode was not declared off: the word was not typed. */
  'desired.type-off': object;
  /** A target list that was overtaken by a newer one took effect after all. */
  'desired.appeared-late': object;
  /**
   * The time for evidence is over, and the platform shows another list than the one that was sent.
   */
  'desired.contradicted': object;
  /** The known mode of the target list. */
  'desired.mode': { readonly mode: 'never-read' | 'off' | 'maintaining' | 'pending' | 'maybe-off' };
  /** Order entry is locked: the platform maintains a target list, or may do so. */
  'desired.maintaining': object;
  /** Order entry is locked: an overtaken list can still take effect. */
  'desired.overtaken': object;
  /** A notice: the list that was sent was not confirmed. */
  'desired.not-confirmed': object;
  /** Order entry is locked: `stop` was answered, and no read-back shows it yet. */
  'desired.stop-not-read': object;
  /** Order entry is locked: a list was sent and is not confirmed. */
  'desired.unconfirmed': object;
};
