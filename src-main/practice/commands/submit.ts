import type { WireError, WireSubmitFailure, WireSubmitSuccess } from '#core/platform/wire/records.ts';
import type { Account } from '#practice/account.ts';
import { elapsedText, notOkValue, okValue } from '#practice/envelope.ts';
import { plainMembers } from '#practice/exact-json.ts';
import { membersOf, type Fields } from '#practice/fields.ts';
import { placedEcho, submitEcho } from '#practice/records/submit-echo.ts';
import { signalEntry } from '#rules/desired-positions.ts';
import { SignalDecoder } from '#practice/signal-decoder.ts';
import { forStrategy, type CommandRequest } from './command.ts';
import { NOT_ALIVE, refusalText } from './refusal-text.ts';

const DISENGAGED = {
  title: 'Signal entry is disengaged',
  message: 'Desired positions are maintained for this systemid; send stop to enter signals again',
};

/** Submits one signal. The answer leaves after the commit; a refused signal changes nothing. */
export const submitSignal = forStrategy((request, account) => {
  const fields = membersOf(request.fields.get('signal'));
  if (!fields)
    return refused(request, undefined, { title: 'No signal', message: 'signal required and must be an object' });
  if (request.engine.takesNoOrders(account)) return refused(request, fields, NOT_ALIVE);
  const decoded = new SignalDecoder(request.catalog, request.switches).decode(fields);
  if (!decoded.ok) return refused(request, fields, decoded.error);
  const entry = entryWhile(request, account);
  if (entry === 'refuse') return refused(request, fields, DISENGAGED);
  const result = request.engine.submit(account, decoded.request, entry === 'switchOff');
  if (!result.ok) return refused(request, fields, refusalText(result.refusal));
  const { id } = account.strategy;
  const signal = 'replayOf' in result ? submitEcho(result.replayOf, id, request) : placedEcho(result, id, request);
  return {
    ok: okValue(request.switches),
    signal,
    signalid: signal.localsignalid ?? signal.signalid,
    elapsed_time: elapsedText(request.elapsed()),
  } satisfies WireSubmitSuccess;
});

/** Desired positions disengage signal entry; or, by the switch, a signal that is taken ends them as a manual action does. */
function entryWhile({ engine, switches }: CommandRequest, { strategy }: Account): ReturnType<typeof signalEntry> {
  return signalEntry(engine.desired.mode(strategy.id), switches.get('signalEntryWhileMaintaining'));
}

/** The shape of platform-notes.md 21. */
function refused(request: CommandRequest, fields: Fields | undefined, error: WireError): WireSubmitFailure {
  return {
    ok: notOkValue(request.switches),
    error,
    signal: { symbol: null },
    ...(fields ? { rejectedSignal: plainMembers(fields) } : {}),
    elapsed_time: elapsedText(request.elapsed()),
  };
}
