import type { WireError, WireSubmitFailure, WireSubmitSuccess } from '#core/platform/wire/records.ts';
import type { Account } from '#practice/account/account.ts';
import { elapsedText, notOkValue, okValue } from '#practice/envelope.ts';
import { isExactMembers, plainMembers, type ExactMembers } from '#practice/decode/exact-json.ts';
import { placedEcho, submitEcho } from '#practice/records/submit-echo.ts';
import { decideOnSignal } from '#rules/desired/desired-positions.ts';
import type { SignalRequest } from '#rules/signals/signal-request.ts';
import { isEntry } from '#rules/order-terms.ts';
import { SignalDecoder } from '#practice/decode/signal-decoder.ts';
import { forStrategy, type CommandRequest } from './command.ts';
import { NOT_ALIVE, refusalText } from './refusal-text.ts';

const DISENGAGED = {
  title: 'Signal entry is disengaged',
  message: 'Desired positions are maintained for this systemid; send stop to enter signals again',
};

/** Submits one signal. The answer is sent after the commit; a refused signal changes nothing. */
export const submitSignal = forStrategy((request, account) => {
  const members = request.fields.get('signal');
  if (!isExactMembers(members))
    return refused(request, undefined, { title: 'No signal', message: 'signal required and must be an object' });
  const decoded = new SignalDecoder(request.catalog, request.switches).decode(members);
  if (!decoded.ok) return refused(request, members, decoded.error);
  if (request.engine.refusesOrders(account) && !onlyCloses(decoded.request))
    return refused(request, members, NOT_ALIVE);
  const decision = desiredModeDecision(request, account);
  if (decision === 'refuse') return refused(request, members, DISENGAGED);
  const result = request.engine.submit(account, decoded.request, decision === 'switchOff');
  if (!result.ok) return refused(request, members, refusalText(result.refusal));
  const { id } = account.strategy;
  const signal = 'replayOf' in result ? submitEcho(result.replayOf, id, request) : placedEcho(result, id, request);
  return {
    ok: okValue(request.switches),
    signal,
    signalid: signal.localsignalid ?? signal.signalid,
    elapsed_time: elapsedText(request.elapsed()),
  } satisfies WireSubmitSuccess;
});

/** Closing orders are accepted in every strategy, alive or not. */
function onlyCloses({ action, parent }: SignalRequest): boolean {
  return !isEntry(action) && (parent === null || onlyCloses(parent));
}

/**
 * What happens to a signal because of desired positions. While they are maintained, the switch
 * `signalEntryWhileMaintaining` decides: refuse the signal, accept it, or accept it and end the
 * mode, as a manual action on the web screen does.
 */
function desiredModeDecision(
  { engine, switches }: CommandRequest,
  { strategy }: Account,
): ReturnType<typeof decideOnSignal> {
  return decideOnSignal(engine.desired.mode(strategy.id), switches.get('signalEntryWhileMaintaining'));
}

/** A refusal, in the shape of platform-notes.md 21. */
function refused(request: CommandRequest, members: ExactMembers | undefined, error: WireError): WireSubmitFailure {
  return {
    ok: notOkValue(request.switches),
    error,
    signal: { symbol: null },
    ...(members ? { rejectedSignal: plainMembers(members) } : {}),
    elapsed_time: elapsedText(request.elapsed()),
  };
}
