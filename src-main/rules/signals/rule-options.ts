/**
 * The points on which the specification is silent and which change what the rules do. The practice
 * service exposes each as a switch; the desktop's preview uses the defaults.
 */
export type RuleOptions = {
  /** An own signal id used before: refused, accepted, or answered with the earlier signal. */
  readonly duplicateOwnId: 'refuse' | 'accept' | 'replay';
  /** An OCA id whose group has no live member left. */
  readonly finishedOcaId: 'refuse' | 'join';
  /** What a waiting child does when its parent is canceled or expires. */
  readonly parentEnds: 'cancelChild' | 'expireChild' | 'keepChild';
  /** Whether a waiting signal can be canceled or replaced. */
  readonly cancelWaiting: 'allow' | 'refuse';
  /** Whether a waiting DAY signal ends with the day. */
  readonly waitingAtDayEnd: 'expire' | 'keep';
  /** Duration of a bracket's children. */
  readonly bracketDuration: 'asEntry' | 'GTC';
  /** Profit target or stop loss on a closing order. */
  readonly bracketOnExit: 'refuse' | 'ignore';
  /**
   * The group of the replacing signal when leave_oca_intact is 1 and the request names no group.
   */
  readonly replacementGroup: 'join' | 'alone';
  /**
   * The parent of the replacing signal when the replaced signal still waits for its parent and the
   * request names no parent.
   */
  readonly replacementParent: 'inherit' | 'none';
  /**
   * Whether a condition that is itself conditional, and a replacement with a condition, are refused
   * (platform-notes.md 7).
   */
  readonly strictConditions: 'off' | 'on';
  /** Limit and stop given together. */
  readonly limitWithStop: 'refuse' | 'limitOnly' | 'stopOnly';
  /** market=1 together with a price. */
  readonly marketWithPrice: 'refuse' | 'marketOnly' | 'priceOnly';
  /** A closing order filled without an opposite position. */
  readonly closeWithoutPosition: 'reverse' | 'cancel';
};

export const DEFAULT_RULE_OPTIONS: RuleOptions = {
  duplicateOwnId: 'refuse',
  finishedOcaId: 'refuse',
  parentEnds: 'cancelChild',
  cancelWaiting: 'allow',
  waitingAtDayEnd: 'expire',
  bracketDuration: 'asEntry',
  bracketOnExit: 'refuse',
  replacementGroup: 'join',
  replacementParent: 'inherit',
  strictConditions: 'off',
  limitWithStop: 'refuse',
  marketWithPrice: 'refuse',
  closeWithoutPosition: 'reverse',
};
