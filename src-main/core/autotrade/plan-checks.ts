import type { AutoTradeRequest, CopyRow } from '#contract/model/autotrade.ts';
import type { Instrument } from '#contract/model/scalars.ts';
import type { Check } from '#contract/model/ticket.ts';
import { removedLimits } from '#core/acts/autotrade-settings.ts';
import { isRecent } from '#core/reading-age.ts';
import { check } from '#core/plans/check.ts';
import { magnitude, parseFixed } from '#rules/decimal.ts';
import { areSettingsKnown, type PlanFacts } from './plan-facts.ts';

/** Positions that were read longer ago than this cause a warning. */
const oldAfterMs = 60_000;

/** What may not be sent, what has to be confirmed, and what is worth knowing. */
export function planChecks(request: AutoTradeRequest, facts: PlanFacts, rows: readonly CopyRow[]): Check[] {
  return [
    ...linkChecks(request, facts),
    ...brokerChecks(request, facts),
    ...positionChecks(request, facts, rows),
    ...rehearsalChecks(facts),
  ];
}

const rehearsalChecks = ({ isUnrehearsed }: PlanFacts): Check[] =>
  isUnrehearsed ? [check('warn', 'not-rehearsed', { code: 'autotrade.not-rehearsed' })] : [];

function linkChecks(request: AutoTradeRequest, { link, before, strategy, isWithoutSubscription }: PlanFacts): Check[] {
  const checks: Check[] = [];
  const isStart = request.kind === 'start';
  if (link !== null && (link.openIntentId !== null || (isStart && link.state === 'start-absent'))) {
    const at = link.openIntentId === null ? null : link.changedAt;
    // After any act without an answer the copy may run, and a second start would then trade twice
    // (acts A5).
    const level = isStart ? 'warn' : 'note';
    checks.push(check(level, 'open-act', { code: 'autotrade.open-act', state: link.state, at }));
  }
  if (request.kind !== 'stop' && strategy?.alive === false)
    checks.push(check('warn', 'strategy-ended', { code: 'autotrade.strategy-ended' }));
  if (isStart && isWithoutSubscription)
    checks.push(check('warn', 'not-subscribed', { code: 'autotrade.not-subscribed' }));
  if (request.kind !== 'change') return checks;
  if (!areSettingsKnown(before)) checks.push(check('warn', 'settings-unknown', { code: 'autotrade.settings-unknown' }));
  const fields = removedLimits(before.settings, request.settings);
  if (fields.length > 0)
    checks.push(check('block', 'limit-removed', { code: 'autotrade.limit-removed', fields }, fields[0] ?? null));
  return checks;
}

function brokerChecks(request: AutoTradeRequest, { choice, list, trades, positions }: PlanFacts): Check[] {
  if (request.kind === 'stop') return [];
  if (choice === undefined)
    return request.kind === 'start' ? [check('warn', 'not-listed', { code: 'autotrade.not-listed' })] : [];
  const tradedTypes = new Set<Instrument>();
  for (const { instrument } of [...positions, ...trades.withFills.map(({ trade }) => trade)])
    if (instrument !== null) tradedTypes.add(instrument);
  const { trades: isTradedAtBroker } = choice;
  const types = [...tradedTypes].filter((type) => isTradedAtBroker[type] === false);
  const checks: Check[] = [];
  if (types.length > 0) checks.push(check('warn', 'broker-not-traded', { code: 'autotrade.broker-not-traded', types }));
  if (request.settings.allowShortOptions && tradedTypes.has('option') && isTradedAtBroker.option !== false)
    checks.push(check('note', 'short-options', { code: 'autotrade.short-options' }));
  if (request.kind === 'start' && choice.onlyOutsideUsa === true && list?.country === 'US')
    checks.push(check('warn', 'broker-outside-usa', { code: 'autotrade.broker-outside-usa' }));
  return checks;
}

function positionChecks(request: AutoTradeRequest, facts: PlanFacts, rows: readonly CopyRow[]): Check[] {
  const checks: Check[] = [];
  const { positionsReadAt, positions, now } = facts;
  const seconds = positionsReadAt === null ? null : Math.floor(now / 1000) - positionsReadAt;
  if (request.kind !== 'stop' && !isRecent(positionsReadAt, now, oldAfterMs))
    checks.push(check('warn', 'positions-old', { code: 'autotrade.positions-old', seconds }));
  const symbols = positions.filter(({ instrument }) => instrument === null).map(({ symbol }) => symbol);
  if (symbols.length > 0) checks.push(check('warn', 'unknown-types', { code: 'autotrade.unknown-types', symbols }));
  if (request.kind === 'stop') {
    // Without a reading the number of positions is not known, so no text may say 0.
    if (positionsReadAt === null)
      return [...checks, check('note', 'stop', { code: 'autotrade.positions-old', seconds: null })];
    const count = rows.length;
    const text = request.leave
      ? ({ code: 'autotrade.stop-leaves', positions: count } as const)
      : ({ code: 'autotrade.stop-closes', positions: count } as const);
    return [...checks, check('note', 'stop', text)];
  }
  const reduced = rows.filter(isReduced).map(({ symbol }) => symbol);
  if (reduced.length > 0) checks.push(check('warn', 'sells-now', { code: 'autotrade.sells-now', symbols: reduced }));
  return checks;
}

const isReduced = ({ before, after }: CopyRow): boolean =>
  before !== null && after !== null && sizeOf(after) < sizeOf(before);

const sizeOf = (text: string): bigint => magnitude(parseFixed(text) ?? 0n);
