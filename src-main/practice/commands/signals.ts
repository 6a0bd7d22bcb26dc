import { fromNewYork, parseNewYork } from '#rules/calendar/new-york.ts';
import type { Signal } from '#rules/signals/signal.ts';
import type { WireSignalTimeFilter } from '#core/platform/wire/records.ts';
import { failure, okValue, type Envelope } from '#practice/envelope.ts';
import { givenText, type Fields } from '#practice/decode/fields.ts';
import { isListedAsWorking } from '#practice/records/signal-records.ts';
import { signalOf, type SignalFilter } from '#practice/store/signal-store.ts';
import { forSubscriber, type CommandRequest } from './command.ts';

const FILTERS: Readonly<Record<WireSignalTimeFilter, SignalFilter['by']>> = {
  time_posted: 'posted',
  time_traded: 'traded',
  time_expired: 'expired',
  time_canceled: 'canceled',
};
const LAST_MILLISECOND = 999;

export const retrieveSignalsWorking = forSubscriber((request, account) => {
  const working = account.book.liveSignals().filter(isListedAsWorking);
  return { ok: okValue(request.switches), response: request.signalLists.working(working) };
});

export const retrieveSignalsAll = forSubscriber((request, account) => {
  const filter = readFilter(request.fields, request.clock.now());
  if ('wrong' in filter) return wrongFilter(request, filter.wrong);
  const stored = request.store.signals.filtered(account.strategy.id, filter);
  const hidesWaiting = request.switches.get('waitingInAll') === 'hidden';
  const listed = hidesWaiting ? stored.filter((row) => !waitsForParent(signalOf(row))) : stored;
  return { ok: okValue(request.switches), response: request.signalLists.all(listed) };
});

function waitsForParent(signal: Signal): boolean {
  return signal.state === 'waiting' && !isListedAsWorking(signal);
}

type InvalidFilter = { readonly wrong: 'filter_type' | 'filter_date_time_start' | 'filter_date_time_end' };

/**
 * Members that are not given have defaults: the type is the time of posting, the start is before
 * the first signal, and the end is the present time (platform-notes.md 10).
 */
function readFilter(fields: Fields, now: number): SignalFilter | InvalidFilter {
  const type = (givenText(fields, 'filter_type') ?? 'time_posted').toLowerCase();
  const by = new Map(Object.entries(FILTERS)).get(type);
  if (!by) return { wrong: 'filter_type' };
  const from = readTime(fields, 'filter_date_time_start', 0);
  const to = readTime(fields, 'filter_date_time_end', now);
  if (from === undefined) return { wrong: 'filter_date_time_start' };
  if (to === undefined) return { wrong: 'filter_date_time_end' };
  return { by, from: from.earliest, to: to.latest + LAST_MILLISECOND };
}

/**
 * In the hour that is repeated in autumn, a start means the first of the two possible times and an
 * end the second, so that the range includes both.
 */
function readTime(fields: Fields, name: string, defaultTime: number): { earliest: number; latest: number } | undefined {
  const text = givenText(fields, name);
  if (text === null) return { earliest: defaultTime, latest: defaultTime };
  const wall = parseNewYork(text);
  return wall && fromNewYork(wall);
}

function wrongFilter(request: CommandRequest, field: InvalidFilter['wrong']): Envelope {
  const message =
    field === 'filter_type'
      ? `filter_type must be one of these: ${Object.keys(FILTERS).join(' ')}`
      : `${field} must be a New York time like 2026-03-02 09:30:00`;
  return failure(request.switches, { title: `Invalid ${field}`, message });
}
