import Big from 'big.js';
import type { Text } from '#contract/message.ts';
import type { Instrument } from '#contract/model/scalars.ts';
import type { Precaution, Precautions } from '#contract/model/risk.ts';
import type { Margin } from '#contract/model/strategy.ts';
import type { Check, Ticket } from '#contract/model/ticket.ts';
import { isBuy, isEntry } from '../action-words.ts';
import { priceOf } from '../fingerprint.ts';
import { orderMoney } from '../order-money.ts';

/** A price that was seen: the last own fill, or one implied by a position's profit. Unix seconds. */
export type SeenPrice = { readonly price: string; readonly at: number; readonly implied: boolean };

/** The size that is usual for an instrument type; null with fewer than ten orders. */
export type OwnMedian = { readonly quantity: string; readonly value: string | null } | null;

export type PrecautionFacts = {
  readonly precautions: Precautions;
  /** Live money: a size that nothing is known to hold against is typed. */
  readonly isLive: boolean;
  readonly margin: Margin | null;
  readonly pointValue: (symbol: string) => string | null;
  readonly lastPrice: (symbol: string) => SeenPrice | null;
  readonly median: (instrument: Instrument) => OwnMedian;
  /** Whether the exchange of this type is open now; null where that is not looked at. */
  readonly isOpen: (instrument: Instrument) => boolean | null;
};

/** Above this multiple of the own median the size is typed. */
const typedMedian = 10;

/**
 * What is asked for until the trader says otherwise. `accountPercent` is the hard limit: the order's value, for futures and
 * forex its usual margin, against the account.
 */
export const defaultPrecautions: Precautions = {
  stock: { pricePercent: '10', valuePercent: '50', accountPercent: '400', medianTimes: '5' },
  option: { pricePercent: '50', valuePercent: '25', accountPercent: '100', medianTimes: '5' },
  future: { pricePercent: '3', valuePercent: '50', accountPercent: '100', medianTimes: '5' },
  forex: { pricePercent: '3', valuePercent: '50', accountPercent: '100', medianTimes: '5' },
};

/** Part of the value that is tied up: futures and forex count by what margin usually is, not by their notional. */
const marginRate: Readonly<Record<Instrument, string>> = { stock: '1', option: '1', future: '0.08', forex: '0.05' };

/** Warnings of prices for every order; of size and account for entries alone: exits are never typed for or capped. */
export function precautionChecks(ticket: Ticket, facts: PrecautionFacts): Check[] {
  const seen = facts.lastPrice(ticket.symbol);
  const rule = facts.precautions[ticket.instrument];
  const prices = [...farPrice(ticket, seen, rule), ...wrongSide(ticket, seen), ...closedMarket(ticket, facts)];
  if (!isEntry(ticket.action)) return prices;
  return [...prices, ...accountChecks(ticket, seen, rule, facts), ...medianChecks(ticket, seen, rule, facts)];
}

function farPrice(ticket: Ticket, seen: SeenPrice | null, { pricePercent }: Precaution): Check[] {
  const price = priceOf(ticket);
  if (price === null || seen === null) return [];
  const apart = new Big(price).minus(seen.price).abs().div(seen.price).times(100);
  if (apart.lte(pricePercent)) return [];
  const text: Text = { ...seen, code: 'check.price-far', percent: apart.toFixed(0) };
  return [warn('price-far', text, 'price')];
}

/** A stop that would fill at once; of a market entry, a bracket on the wrong side of the price that was seen. */
function wrongSide(ticket: Ticket, seen: SeenPrice | null): Check[] {
  if (seen === null) return [];
  const { price, profitTarget, stopLoss } = ticket;
  const buys = isBuy(ticket.action);
  const isAbove = (one: string): boolean => new Big(one).gt(seen.price);
  const found: Check[] = [];
  if (price.kind === 'stop' && isAbove(price.stop) !== buys) {
    found.push(warn('stop-at-once', { code: 'check.stop-at-once', stop: price.stop, buys, ...seen }, 'price'));
  }
  if (price.kind !== 'market') return found;
  if (profitTarget !== null && isAbove(profitTarget) !== buys) {
    found.push(warn('target-side-seen', { code: 'check.wrong-side', member: 'target', ...seen }, 'profitTarget'));
  }
  if (stopLoss !== null && isAbove(stopLoss) === buys) {
    found.push(warn('stop-side-seen', { code: 'check.wrong-side', member: 'stop', ...seen }, 'stopLoss'));
  }
  return found;
}

function closedMarket({ instrument, price, parkUntil }: Ticket, { isOpen }: PrecautionFacts): Check[] {
  if (price.kind !== 'market' || parkUntil || isOpen(instrument) !== false) return [];
  return [warn('market-closed', { code: 'check.market-closed' }, 'price')];
}

function accountChecks(ticket: Ticket, seen: SeenPrice | null, rule: Precaution, facts: PrecautionFacts): Check[] {
  const account = positive(facts.margin?.modelAccountValue ?? facts.margin?.cash ?? null);
  if (facts.margin === null || account === null) {
    const text: Text = { code: 'check.account-unknown' };
    return [facts.isLive ? typed('account-unknown', text, ticket) : note('account-unknown', text)];
  }
  const value = valueAt(ticket, seen, facts);
  if (value === null) return [];
  const tied = value.times(marginRate[ticket.instrument]);
  const percent = tied.div(account).times(100);
  const as = facts.margin.updatedText;
  const common = { value: value.toFixed(2), account: account.toFixed(2), percent: percent.toFixed(0), as };
  if (percent.gt(rule.accountPercent)) {
    const text: Text = { code: 'check.beyond-account', ...common, limit: rule.accountPercent };
    return [{ code: 'cap-account', level: 'block', text, field: 'quantity' }];
  }
  const power = positive(facts.margin.buyPower);
  if (facts.margin.buyPower !== null && (power === null || tied.gt(power))) {
    const text: Text = {
      code: 'check.beyond-buying-power',
      value: tied.toFixed(2),
      power: power?.toFixed(2) ?? '0',
      as,
    };
    return [warn('beyond-buying-power', text, 'quantity')];
  }
  return percent.gt(rule.valuePercent)
    ? [warn('large-value', { code: 'check.large-value', ...common }, 'quantity')]
    : [];
}

function medianChecks(ticket: Ticket, seen: SeenPrice | null, rule: Precaution, facts: PrecautionFacts): Check[] {
  const median = facts.median(ticket.instrument);
  if (median === null) return [];
  const value = median.value === null ? null : valueAt(ticket, seen, facts);
  const times = [new Big(ticket.quantity).div(median.quantity), value?.div(median.value ?? '1') ?? new Big(0)];
  const most = times.reduce((a, b) => (a.gt(b) ? a : b));
  const text: Text = { code: 'check.over-median', times: most.toFixed(0), median: median.quantity };
  if (most.gt(typedMedian)) return [typed('over-median', text, ticket)];
  return most.gt(rule.medianTimes) ? [warn('over-median', text, 'quantity')] : [];
}

/** At its own price, or at the one that was seen; null where neither is known. */
export function valueAt(
  ticket: Ticket,
  seen: SeenPrice | null,
  { pointValue }: Pick<PrecautionFacts, 'pointValue'>,
): Big | null {
  if (ticket.price.kind !== 'market') return orderMoney(ticket, pointValue).value;
  if (seen === null) return null;
  return orderMoney({ ...ticket, price: { kind: 'limit', limit: seen.price } }, pointValue).value;
}

function positive(text: string | null): Big | null {
  const value = text === null ? null : new Big(text);
  return value?.gt(0) === true ? value : null;
}

const warn = (code: string, text: Text, field: string): Check => ({ code, level: 'warn', text, field });

const note = (code: string, text: Text): Check => ({ code, level: 'note', text, field: 'quantity' });

/** Confirmed by typing the size: the code that confirms it names what was typed. */
const typed = (code: string, text: Text, { quantity }: Ticket): Check => ({
  code: `${code}:${quantity}`,
  level: 'warn',
  text,
  field: 'quantity',
  typed: quantity,
});
