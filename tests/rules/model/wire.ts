import type { PlatformResult } from '#core/platform/platform-client.ts';
import type { SignalRecord } from '#core/signal-record.ts';
import { classifySubmit, type SubmitVerdict } from '#core/orders/send/classify.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { formatFixed, type Fixed } from '#rules/decimal.ts';
import type { PlaceResult } from '#rules/signals/place.ts';
import type { Signal } from '#rules/signals/signal.ts';
import { refusalText } from '#practice/commands/refusal-text.ts';
import { SYSTEM } from './orders.ts';

const price = (value: Fixed | null): string => (value === null ? '0' : formatFixed(value));

/** The answer of the service as the transmitted text. */
export function answerText(result: PlaceResult, ownId: string): string {
  if (!result.ok) {
    const error = refusalText(result.refusal);
    return JSON.stringify({ ok: '0', error, signal: { symbol: null }, rejectedSignal: { signalid: ownId } });
  }
  const signal = 'replayOf' in result ? result.replayOf : result.signal;
  return JSON.stringify({ ok: '1', signalid: ownId, signal: echo(signal) });
}

function echo(signal: Signal): object {
  return {
    signalid: signal.id,
    localsignalid: signal.ownId,
    systemid: SYSTEM,
    action: signal.action,
    quant: formatFixed(signal.quantity),
    symbol: signal.symbol,
    typeofsymbol: signal.instrument,
    duration: signal.duration,
    market: '0',
    limit: price(signal.limit),
    stop: price(signal.stop),
    profittarget: price(signal.profitTarget),
    stoploss: price(signal.stopLoss),
    targetocagroupid: signal.targetGroupId,
    ...(signal.profitTargetId === null ? {} : { profittargetsignalid: signal.profitTargetId }),
    ...(signal.stopLossId === null ? {} : { stoplosssignalid: signal.stopLossId }),
  };
}

const verdicts = new Map<string, SubmitVerdict>();

/**
 * The client's own verdict on the text, cached: the same text means the same for the same order.
 */
export function verdictOn(text: string, row: OrderRow): SubmitVerdict {
  const key = `${row.ownId} ${row.ticket.replaces?.serviceId ?? ''} ${text}`;
  const known = verdicts.get(key);
  if (known) return known;
  const bytes = new TextEncoder().encode(text);
  const result: PlatformResult = { kind: 'answer', httpStatus: 200, bytes, sentAt: 0, receivedAt: 0 };
  const verdict = classifySubmit(result, row);
  verdicts.set(key, verdict);
  return verdict;
}

/** A signal as the lists show it. */
export function recordOf(signal: Signal, ownIdsInLists: boolean): SignalRecord {
  const endTimeIf = (state: Signal['state']): number | null => (signal.state === state ? 2 : null);
  return {
    systemId: SYSTEM,
    serviceId: signal.id,
    ownId: ownIdsInLists ? signal.ownId : null,
    status: signal.state,
    statusText: signal.state,
    action: signal.action,
    quantity: formatFixed(signal.quantity),
    symbol: signal.symbol,
    name: '',
    instrument: signal.instrument,
    kind: signal.limit === null ? 'stop' : 'limit',
    limit: signal.limit === null ? null : formatFixed(signal.limit),
    stop: signal.stop === null ? null : formatFixed(signal.stop),
    duration: signal.duration,
    postedAt: 1,
    tradedAt: endTimeIf('traded'),
    canceledAt: endTimeIf('canceled'),
    expiredAt: endTimeIf('expired'),
    tradedPrice: signal.tradedPrice === null ? null : formatFixed(signal.tradedPrice),
    openingTradeId: signal.openingTradeId,
    closingTradeId: signal.closingTradeId,
    ocaId: ownIdsInLists ? signal.ocaId : null,
    parentId: ownIdsInLists ? signal.parentId : null,
    parkedUntil: null,
  };
}
