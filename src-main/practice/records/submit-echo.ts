import type { WireSubmittedSignal } from '#core/platform/wire/records.ts';
import { formatFixed, toNumber, type Fixed } from '#rules/decimal.ts';
import { newYorkText } from '#rules/new-york.ts';
import type { Placed } from '#rules/place.ts';
import type { Signal } from '#rules/signal.ts';
import { unixText } from './times.ts';
import type { RecordContext } from './signal-records.ts';

const price = (value: Fixed | null): string => (value === null ? '0' : formatFixed(value));

/** The signal as echoed by submitSignal; prices not given are '0' (platform-notes.md 33). */
export function submitEcho(signal: Signal, strategyId: string, context: RecordContext): WireSubmittedSignal {
  const instrument = context.catalog.get(signal.symbol);
  return {
    market: signal.limit === null && signal.stop === null ? '1' : '0',
    signalid: signal.id,
    ...(signal.ownId === null ? {} : { localsignalid: signal.ownId }),
    stoploss: price(signal.stopLoss),
    comments: signal.comments,
    day: signal.duration === 'DAY' ? '1' : '0',
    systemid: strategyId,
    parkUntilYYYYMMDDHHMM:
      signal.releaseAt === null ? '' : newYorkText(signal.releaseAt).replace(/\D/g, '').slice(0, 12),
    parkUntilSecs: signal.releaseAt === null ? '' : unixText(signal.releaseAt),
    symbol: signal.symbol,
    conditionalupon: signal.parentId ?? '',
    duration: signal.duration,
    description: instrument.name,
    decimalprecision: String(instrument.decimals),
    expiresat: unixText(signal.expiresAt),
    pointvalue: toNumber(instrument.pointValue),
    typeofsymbol: signal.instrument,
    currency: instrument.currency,
    quant: formatFixed(signal.quantity),
    limit: price(signal.limit),
    stop: price(signal.stop),
    gtc: signal.duration === 'GTC' ? '1' : '0',
    profittarget: price(signal.profitTarget),
    action: signal.action,
    ocaid: signal.ocaId ?? '',
    targetocagroupid: signal.targetGroupId,
    ...(signal.profitTargetId === null ? {} : { profittargetsignalid: signal.profitTargetId }),
    ...(signal.stopLossId === null ? {} : { stoplosssignalid: signal.stopLossId }),
    ticktime: unixText(signal.postedAt),
    ...(signal.replaces === null ? {} : { xreplace: signal.replaces }),
  };
}

/** With a nested parent under conditionalUponSignal. */
export function placedEcho(placed: Placed, strategyId: string, context: RecordContext): WireSubmittedSignal {
  const echo = submitEcho(placed.signal, strategyId, context);
  return placed.parent ? { ...echo, conditionalUponSignal: placedEcho(placed.parent, strategyId, context) } : echo;
}
