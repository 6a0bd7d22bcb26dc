import type { RuleOptions } from '#rules/signals/rule-options.ts';

/**
 * Every value of every switch. The switches are for behavior on which the specification is silent.
 * A switch that is added without its values does not compile.
 */
export const RULE_VALUES: { readonly [Name in keyof RuleOptions]: readonly RuleOptions[Name][] } = {
  duplicateOwnId: ['refuse', 'accept', 'replay'],
  finishedOcaId: ['refuse', 'join'],
  parentEnds: ['cancelChild', 'expireChild', 'keepChild'],
  cancelWaiting: ['allow', 'refuse'],
  waitingAtDayEnd: ['expire', 'keep'],
  bracketDuration: ['asEntry', 'GTC'],
  bracketOnExit: ['refuse', 'ignore'],
  replacementGroup: ['join', 'alone'],
  replacementParent: ['inherit', 'none'],
  strictConditions: ['off', 'on'],
  limitWithStop: ['refuse', 'limitOnly', 'stopOnly'],
  marketWithPrice: ['refuse', 'marketOnly', 'priceOnly'],
  closeWithoutPosition: ['reverse', 'cancel'],
};

/** Every combination of the values of these switches. */
export function combinations<Name extends keyof RuleOptions>(...names: readonly Name[]): Pick<RuleOptions, Name>[] {
  let found: Partial<RuleOptions>[] = [{}];
  for (const name of names)
    found = found.flatMap((chosen) => RULE_VALUES[name].map((value) => ({ ...chosen, [name]: value })));
  return found as Pick<RuleOptions, Name>[];
}

/** The chosen values as text, for example 'parentEnds=keepChild cancelWaiting=allow'. */
export function switchText(chosen: Partial<RuleOptions>): string {
  const parts = Object.entries(chosen).map(([name, value]) => `${name}=${value}`);
  return parts.length === 0 ? 'no switch is varied' : parts.join(' ');
}
