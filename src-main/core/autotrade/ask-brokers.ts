import type { CommandInput, CommandOutcome } from '#contract/commands.ts';
import { done, failed } from '#contract/outcome.ts';
import type { Text } from '#contract/message.ts';
import { envelopeText, readEnvelope } from '#core/platform/envelope.ts';
import { parseBrokers } from '#core/platform/parse/brokers.ts';
import type { PlatformClient } from '#core/platform/platform-client.ts';

/**
 * Asks the platform which broker choices fit, by the filters of `getListAvailableBrokers`. Whether
 * options can be sold short is in no member of a choice: only this filter says it. Not stored.
 */
export async function askBrokers(
  client: PlatformClient,
  { systemId, types, shortOptions }: CommandInput<'brokers.ask'>,
): Promise<CommandOutcome<'brokers.ask'>> {
  const body = {
    systemid: systemId,
    ...(types.stock ? { trade_stocks: 1 } : {}),
    ...(types.option ? { trade_options: 1 } : {}),
    ...(types.future ? { trade_futures: 1 } : {}),
    ...(types.forex ? { trade_forex: 1 } : {}),
    ...(shortOptions ? { allow_short_options: 1 } : {}),
  };
  const result = await client.send({ command: 'getListAvailableBrokers', body, lane: 'view', systemId });
  if (result.kind !== 'answer') return notRead(result.text);
  const envelope = readEnvelope(result.bytes);
  if (envelope.verdict !== 'ok') return notRead(envelopeText(envelope) || { code: 'act.unreadable-answer' });
  const brokers = parseBrokers(envelope.body?.['success']);
  if (brokers === null || brokers.choices.bad > 0) return notRead({ code: 'act.unreadable-answer' });
  return done({ codes: brokers.choices.items.map(({ code }) => code) });
}

const notRead = (reason: Text) => failed('not-read', { code: 'autotrade.brokers-not-read', reason });
