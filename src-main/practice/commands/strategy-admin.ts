import { fixed, formatFixed } from '#rules/decimal.ts';
import { okValue, failure, type Envelope } from '#practice/envelope.ts';
import { FieldCheck } from '#practice/decode/field-check.ts';
import { givenText } from '#practice/decode/fields.ts';
import { NO_PERSON_ACCESS } from './acting-person.ts';
import type { Person } from '#practice/person.ts';
import type { CreditGrant } from '#practice/store/credit-store.ts';
import { STRATEGY_DEFAULTS, type Strategy } from '#practice/strategy.ts';
import { forCaller, forStrategy, type CommandRequest, type Services } from './command.ts';
import { problemsAnswer } from './problems.ts';
import { readAttributes, type AttributeChange } from './strategy-attributes.ts';
import { CAPITAL, CREDIT_SECONDS, LONG_DESCRIPTION, SYSTEM_NAME } from './strategy-limits.ts';

const SECOND = 1000;

/**
 * On the path of a private platform, the owner is one of its people. On the public path (`world`),
 * the owner is the person of the API key.
 */
export const createNewSystem = forCaller((request) => {
  const { switches, fields } = request;
  const check = new FieldCheck(request);
  const ownerId = check.required('ownerpersonid', givenText(fields, 'ownerpersonid') ?? undefined);
  const read = {
    longDescription: check.required('longDescription', check.characters('longDescription', LONG_DESCRIPTION)),
    startingCapital: check.required('startingcapital', check.whole('startingcapital', CAPITAL)),
    name: check.characters('name', SYSTEM_NAME),
    siteVisible: check.flag('site_visibility_status') ?? true,
    creditSeconds: check.whole('creditSystemTimeInSeconds', CREDIT_SECONDS) ?? 0,
  };
  if (switches.get('unnamedSystem') === 'refuse') check.required('name', read.name);
  const { longDescription, startingCapital } = read;
  if (longDescription === undefined || startingCapital === undefined || check.errors.length > 0) {
    return problemsAnswer(switches, 'Unable to createNewSystem', check.errors);
  }
  const owner = personOfCaller(request, ownerId ?? '');
  if (!owner) return failure(switches, NO_PERSON_ACCESS);
  return createAndAnswer(request, { ...read, longDescription, startingCapital }, owner);
});

type NewSystem = {
  readonly longDescription: string;
  readonly startingCapital: number;
  readonly name: string | undefined;
  readonly siteVisible: boolean;
  readonly creditSeconds: number;
};

function createAndAnswer(request: CommandRequest, given: NewSystem, owner: Person): Envelope {
  return { ok: okValue(request.switches), success: { NewSystemID: createStrategy(request, given, owner) } };
}

/** Creates a strategy with the first point of its equity curve; returns its id. */
export function createStrategy({ engine, store, clock, market }: Services, given: NewSystem, owner: Person): string {
  const now = clock.now();
  const id = String(Math.max(...engine.accounts().map((account) => Number(account.strategy.id))) + 1);
  const index = market.price('SPY', now);
  const noTypes = { stock: false, option: false, future: false, forex: false };
  const strategy: Strategy = {
    ...STRATEGY_DEFAULTS,
    ...{ id, name: given.name ?? `Strategy ${id}`, shortDescription: '', longDescription: given.longDescription },
    ...{ ownerPersonId: owner.id, ownerScreenName: owner.screenName, createdAt: now, monthlyFee: 0, trialDays: 0 },
    ...{
      startingCapital: given.startingCapital,
      minimumPortfolio: given.startingCapital,
      isAlive: true,
      isTest: false,
    },
    ...{ tradedTypes: noTypes, shortedTypes: { stock: false, option: false }, indexAtStart: formatFixed(index, 2) },
    siteVisible: given.siteVisible,
    creditTimeUntil: given.creditSeconds === 0 ? null : now + given.creditSeconds * SECOND,
  };
  engine.putStrategies([strategy], () => {
    store.equity.put(id, {
      at: now,
      equityBeforeCosts: fixed(String(given.startingCapital)),
      cost: 0n,
      index,
      fees: [],
    });
    if (given.creditSeconds > 0) store.credits.add(id, { at: now, kind: 'time', amount: given.creditSeconds });
  });
  return id;
}

function personOfCaller({ caller, store }: CommandRequest, id: string): Person | undefined {
  return caller.personIds.includes(id) ? store.people.get(id) : undefined;
}

/** If any field is invalid, nothing is changed. */
export const changeSystemAttribute = forStrategy((request, account) => {
  const { switches, fields, engine, store, clock } = request;
  const check = new FieldCheck(request);
  const changes = readAttributes(
    check,
    clock.now(),
    switches.get('omittedAttributes'),
    switches.get('emptyDescription'),
  );
  const ownerId = givenText(fields, 'ownerpersonid');
  if (switches.get('omittedAttributes') === 'refuse') check.required('ownerpersonid', ownerId ?? undefined);
  const owner = ownerId === null ? undefined : personOfCaller(request, ownerId);
  if (check.errors.length > 0) return problemsAnswer(switches, 'Unable to changeSystemAttribute', check.errors);
  if (ownerId !== null && !owner) return failure(switches, NO_PERSON_ACCESS);
  const before = account.strategy;
  const all = [...changes, ...(owner ? [ownerChange(owner)] : [])];
  if (all.length === 0) return problemsAnswer(switches, 'Unable to changeSystemAttribute', ['No attribute given']);
  const changed = all.reduce((strategy, { apply }) => ({ ...strategy, ...apply(strategy) }), before);
  engine.putStrategies([changed], () => {
    shiftCurve(request, before, changed);
    for (const grant of all.flatMap((change) => change.grant ?? []))
      store.credits.add(before.id, dated(grant, clock.now()));
  });
  return { ok: okValue(switches), success: { changes: all.map(({ field }) => `${field} updated`) } };
});

function ownerChange(owner: Person): AttributeChange {
  const apply = () => ({ ownerPersonId: owner.id, ownerScreenName: owner.screenName });
  return { field: 'ownerpersonid', apply };
}

function dated(grant: Omit<CreditGrant, 'at'>, at: number): CreditGrant {
  return { ...grant, at };
}

/** If the starting capital changes, every point moves by the difference, so profits remain. */
function shiftCurve({ store }: CommandRequest, before: Strategy, after: Strategy): void {
  const capitalChange = fixed(String(after.startingCapital - before.startingCapital));
  if (capitalChange === 0n) return;
  for (const point of store.equity.all(before.id))
    store.equity.put(before.id, { ...point, equityBeforeCosts: point.equityBeforeCosts + capitalChange });
}
