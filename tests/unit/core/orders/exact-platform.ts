import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { submitBody } from '#core/orders/send/submit-request.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { record, systemId } from './order-fixtures.ts';

type Wire = Record<string, unknown>;

/** Members of an echo that platform-notes 33 allows to be missing. */
export const optionalEchoMembers = [
  'decimalprecision',
  'ticktime',
  'xreplace',
  'localsignalid',
  'profittargetsignalid',
  'stoplosssignalid',
] as const;

/**
 * The echo of a platform that accepted exactly what was sent: absent prices are returned as '0',
 * absent texts as ''.
 */
export function exactEcho(row: Pick<OrderRow, 'ticket' | 'ownId' | 'parentOwnId'>, serviceId: string): Wire {
  const signal = submitBody(row)['signal'] as Wire;
  const echo = echoOf(signal, serviceId);
  const nested = signal['conditionalUponSignal'] as Wire | undefined;
  if (!nested) return echo;
  const parentId = String(Number(serviceId) + 500);
  return { ...echo, conditionalupon: parentId, conditionalUponSignal: echoOf(nested, parentId) };
}

function echoOf(signal: Wire, serviceId: string): Wire {
  const hasBoth = signal['profittarget'] !== undefined && signal['stoploss'] !== undefined;
  return {
    market: signal['market'] ?? '0',
    signalid: serviceId,
    localsignalid: signal['signalid'],
    systemid: systemId,
    symbol: signal['symbol'],
    typeofsymbol: signal['typeofsymbol'],
    quant: signal['quant'],
    action: signal['action'],
    duration: signal['duration'],
    day: signal['duration'] === 'DAY' ? '1' : '0',
    gtc: signal['duration'] === 'GTC' ? '1' : '0',
    limit: padded(signal['limit']),
    stop: padded(signal['stop']),
    profittarget: padded(signal['profittarget']),
    stoploss: padded(signal['stoploss']),
    conditionalupon: signal['conditionalupon'] ?? '',
    xreplace: signal['xreplace'] ?? '',
    ocaid: signal['ocaid'] ?? '',
    parkUntilSecs: signal['parkUntilSecs'] ?? '',
    comments: '',
    description: 'Apple',
    decimalprecision: '2',
    pointvalue: 1,
    currency: 'USD',
    ticktime: '1772461860',
    targetocagroupid: hasBoth && signal['forcenooca'] === undefined ? '155999999' : null,
    ...(signal['profittarget'] === undefined ? {} : { profittargetsignalid: String(Number(serviceId) + 1) }),
    ...(signal['stoploss'] === undefined ? {} : { stoplosssignalid: String(Number(serviceId) + 2) }),
  };
}

const padded = (price: unknown): string => (typeof price === 'string' ? Number(price).toFixed(9) : '0');

/** The record of an order as a list shows it. */
export const listed = (row: OrderRow, serviceId: string, changes: Partial<CachedSignal> = {}): CachedSignal => {
  const { action, quantity, symbol, price, duration, ocaGroupId } = row.ticket;
  return record(serviceId, {
    action,
    quantity,
    symbol,
    duration,
    kind: price.kind,
    limit: price.kind === 'limit' ? price.limit : null,
    stop: price.kind === 'stop' ? price.stop : null,
    ocaId: ocaGroupId,
    ...changes,
  });
};
