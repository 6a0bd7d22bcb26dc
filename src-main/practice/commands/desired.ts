import type { WireDesiredPosition } from '#core/platform/wire/desired-records.ts';
import type { WireResponse } from '#core/platform/wire/records.ts';
import { decodeDesired } from '#practice/decode/desired-decoder.ts';
import { failure, okValue, type Envelope } from '#practice/envelope.ts';
import { forStrategy, type CommandRequest } from './command.ts';
import { NOT_ALIVE } from './refusal-text.ts';

/**
 * A refused list changes nothing. An accepted one is durable with its first orders before the
 * answer is sent.
 */
export const setDesiredPositions = forStrategy((request, account) => {
  const { switches, engine, catalog } = request;
  const decoded = decodeDesired(request.fields, catalog, switches);
  if (!decoded.ok) return failure(switches, decoded.error);
  if (decoded.request.kind === 'list' && engine.refusesOrders(account)) return failure(switches, NOT_ALIVE);
  const isOff = engine.desired.mode(account.strategy.id).state === 'off';
  if (decoded.request.kind === 'stop' && isOff && switches.get('stopWhileOff') === 'refuse') {
    const message = 'stop ends the desired positions, which are off';
    return failure(switches, { title: 'Desired positions are off', message });
  }
  engine.setDesired(account, decoded.request, decoded.sent);
  return sentList(request, decoded.sent);
});

/** Returns the list that was sent last, not the positions that are held. */
export const getDesiredPositions = forStrategy((request, account) =>
  sentList(request, request.engine.desired.sent(account.strategy.id)),
);

function sentList(request: CommandRequest, sent: readonly WireDesiredPosition[]): Envelope {
  const hidesSpecial = request.switches.get('specialPositions') === 'empty';
  const isSpecial = ({ typeofsymbol }: WireDesiredPosition): boolean =>
    typeofsymbol === 'flat' || typeofsymbol === 'stop';
  return {
    ok: okValue(request.switches),
    response: sent.filter((position) => !hidesSpecial || !isSpecial(position)),
  } satisfies WireResponse<WireDesiredPosition[]>;
}
