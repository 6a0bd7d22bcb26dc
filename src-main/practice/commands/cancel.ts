import type { WireCancelFailure, WireCancelSuccess } from '#core/platform/wire/records.ts';
import type { CancelResult } from '#rules/signals/cancel.ts';
import type { Account } from '#practice/account/account.ts';
import { elapsedText, failure, notOkValue, okValue, type Envelope } from '#practice/envelope.ts';
import { givenText } from '#practice/decode/fields.ts';
import { cancelEcho } from '#practice/records/signal-records.ts';
import { forStrategy, type CommandRequest } from './command.ts';

const NOT_CANCELED = 'Signal could not be canceled';

/** Own ids and service ids are both accepted. */
export const cancelSignal = forStrategy((request, account) => {
  const reference = givenText(request.fields, 'signalid');
  if (reference === null) return failure(request.switches, { title: 'No signalid', message: 'signalid required' });
  const result = request.engine.cancel(account, reference);
  if (!result.ok) return notCanceled(request, account, reference, result);
  return {
    ok: okValue(request.switches, 1),
    signal: cancelEcho(result.signal, account.strategy, request),
    signalid: reference,
    title: 'Signal canceled',
    message: `Signal ${reference} was canceled`,
    elapsed_time: elapsedText(request.elapsed()),
  } satisfies WireCancelSuccess;
});

type NotCanceled = Extract<CancelResult, { ok: false }>;

/**
 * As in the specification's table: for a traded signal the title is at the top level and ok is a
 * number; for a canceled one the title is in `error`.
 */
function notCanceled(request: CommandRequest, account: Account, reference: string, result: NotCanceled): Envelope {
  const common = { signalid: reference, elapsed_time: elapsedText(request.elapsed()) };
  if (result.reason === 'unknown') return { ...failure(request.switches, textFor(request, result)), ...common };
  const signal = cancelEcho(result.signal, account.strategy, request);
  if (result.reason === 'traded') {
    const top = { ok: notOkValue(request.switches, 0), title: 'Signal was traded', message: NOT_CANCELED };
    return { ...top, signal, ...common } satisfies WireCancelFailure;
  }
  return { ...failure(request.switches, textFor(request, result)), signal, ...common } satisfies WireCancelFailure;
}

function textFor(request: CommandRequest, result: NotCanceled): { title: string; message: string } {
  switch (result.reason) {
    case 'canceled':
      return { title: 'Signal already canceled', message: NOT_CANCELED };
    case 'expired': {
      const asCanceled = request.switches.get('cancelExpired') === 'canceled';
      return { title: asCanceled ? 'Signal already canceled' : 'Signal already expired', message: NOT_CANCELED };
    }
    case 'waiting':
      return { title: 'Signal is not working yet', message: NOT_CANCELED };
    case 'traded':
      return { title: 'Signal was traded', message: NOT_CANCELED };
    case 'unknown':
      return { title: 'Unknown signalid', message: NOT_CANCELED };
  }
}
