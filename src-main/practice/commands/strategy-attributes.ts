import type { FieldCheck } from '#practice/decode/field-check.ts';
import type { CreditGrant } from '#practice/store/credit-store.ts';
import type { Strategy } from '#practice/strategy.ts';
import {
  CAPITAL,
  CREDIT_SECONDS,
  LONG_DESCRIPTION,
  NOT_NEGATIVE,
  SHORT_DESCRIPTION,
  SIGNAL_CREDITS,
  SYSTEM_NAME,
  TRIAL_DAYS,
} from './strategy-limits.ts';

/** A given attribute: the members of the strategy that it sets, and the credit that it adds. */
export type AttributeChange = {
  readonly field: string;
  readonly apply: (strategy: Strategy) => Partial<Strategy>;
  readonly grant?: Omit<CreditGrant, 'at'>;
};

/** The meaning of `''` for a description. */
type EmptyDescription = 'clear' | 'notGiven';
type AttributeReader = (
  check: FieldCheck,
  now: number,
  empty: EmptyDescription,
) => Omit<AttributeChange, 'field'> | undefined;

const SECOND = 1000;

const changeTo = (change: Partial<Strategy>): Omit<AttributeChange, 'field'> => ({ apply: () => change });

/** The change to a given value; undefined if it was not given. */
function ifGiven<T>(
  value: T | undefined,
  change: (value: T) => Partial<Strategy>,
): Omit<AttributeChange, 'field'> | undefined {
  return value === undefined ? undefined : changeTo(change(value));
}

/**
 * The fields of changeSystemAttribute in the order of the specification; the owner is checked
 * elsewhere.
 */
const ATTRIBUTES: Readonly<Record<string, AttributeReader>> = {
  name: (check) => ifGiven(check.characters('name', SYSTEM_NAME), (name) => ({ name })),
  longDescription: (check, _now, empty) =>
    ifGiven(check.description('longDescription', LONG_DESCRIPTION, empty), (longDescription) => ({ longDescription })),
  shortDescription: (check, _now, empty) =>
    ifGiven(check.description('shortDescription', SHORT_DESCRIPTION, empty), (shortDescription) => ({
      shortDescription,
    })),
  equitycurve_startingcapital: (check) =>
    ifGiven(check.whole('equitycurve_startingcapital', CAPITAL), (startingCapital) => ({ startingCapital })),
  monthlyfee: (check) => ifGiven(check.whole('monthlyfee', NOT_NEGATIVE), (monthlyFee) => ({ monthlyFee })),
  trialdays: (check) => ifGiven(check.whole('trialdays', TRIAL_DAYS), (trialDays) => ({ trialDays })),
  creditSystemTimeInSeconds: timeCredit,
  freeSignalEntryCredits: signalCredits,
  test_system: (check) => ifGiven(check.flag('test_system'), (isTest) => ({ isTest })),
  isAlive: aliveChange,
  minimum_portfolio_size_required: (check) =>
    ifGiven(check.whole('minimum_portfolio_size_required', CAPITAL), (minimumPortfolio) => ({ minimumPortfolio })),
};

const OPTIONAL = 'minimum_portfolio_size_required';

/**
 * The given fields. The specification lists all but one as required, but its example has only some
 * of them. `omitted` says whether a missing field is refused.
 */
export function readAttributes(
  check: FieldCheck,
  now: number,
  omitted: 'accept' | 'refuse',
  empty: EmptyDescription,
): AttributeChange[] {
  const changes: AttributeChange[] = [];
  for (const [field, read] of Object.entries(ATTRIBUTES)) {
    const change = read(check, now, empty);
    if (change) changes.push({ field, ...change });
    else if (omitted === 'refuse' && field !== OPTIONAL) check.refuse(field, 'required');
  }
  return changes;
}

/** The time is counted from now; 0 removes it. */
function timeCredit(check: FieldCheck, now: number): Omit<AttributeChange, 'field'> | undefined {
  const seconds = check.whole('creditSystemTimeInSeconds', CREDIT_SECONDS);
  if (seconds === undefined) return undefined;
  const creditTimeUntil = seconds === 0 ? null : now + seconds * SECOND;
  return { ...changeTo({ creditTimeUntil }), grant: { kind: 'time', amount: seconds } };
}

function signalCredits(check: FieldCheck): Omit<AttributeChange, 'field'> | undefined {
  const credits = check.whole('freeSignalEntryCredits', SIGNAL_CREDITS);
  if (credits === undefined) return undefined;
  return { ...changeTo({ signalCredits: credits }), grant: { kind: 'signals', amount: credits } };
}

function aliveChange(check: FieldCheck, now: number): Omit<AttributeChange, 'field'> | undefined {
  const isAlive = check.flag('isAlive');
  if (isAlive === undefined) return undefined;
  return { apply: (strategy) => ({ isAlive, inactiveSince: isAlive ? null : (strategy.inactiveSince ?? now) }) };
}
