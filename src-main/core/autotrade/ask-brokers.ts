import type { CommandInput, CommandOutcome } from '#contract/commands.ts';
import { done, failed } from '#contract/outcome.ts';
import { readingOf } from '#core/acts/reading.ts';
import { parseBrokers } from '#core/platform/parse/brokers.ts';
import type { PlatformClient } from '#core/platform/platform-client.ts';

/**
 * Asks the platform which broker choices match the filters of `getListAvailableBrokers`. The list
 * does not state at which brokers options can be sold short, so only a request with that filter
 * shows it. Nothing is stored.
 */
export async function askBrokers(
  client: PlatformClient,
  { systemId, types, shortOptions }: CommandInput<'brokers.ask'>,
  personId: string | null,
): Promise<CommandOutcome<'brokers.ask'>> {
  const filters = filtersOf(types, shortOptions);
  const body = {
    systemid: systemId,
    ...(personId === null ? {} : { personid: personId }),
    ...Object.fromEntries(filters.map(({ sent }) => [sent, 1])),
  };
  const result = await client.send({ command: 'getListAvailableBrokers', body, lane: 'view', systemId });
  const echoed = filters.map((filter) => filter.echoed);
  const reading = readingOf(result, (answer) =>
    parseBrokers(answer['success'], { systemId, personId, filters: echoed }),
  );
  const unreadable = { kind: 'failed', text: { code: 'act.unreadable-answer' } } as const;
  const read = reading.kind === 'read' && reading.value.choices.bad > 0 ? unreadable : reading;
  if (read.kind === 'failed') return failed('not-read', { code: 'autotrade.brokers-not-filtered', reason: read.text });
  return done({ codes: read.value.choices.items.map(({ code }) => code) });
}

/** The filters that are set, by their names in the request and in `parameters_in` of the answer. */
const filtersOf = ({ stock, option, future, forex }: CommandInput<'brokers.ask'>['types'], shortOptions: boolean) =>
  [
    { isSet: stock, sent: 'trade_stocks', echoed: 'stocks' },
    { isSet: option, sent: 'trade_options', echoed: 'options' },
    { isSet: future, sent: 'trade_futures', echoed: 'futures' },
    { isSet: forex, sent: 'trade_forex', echoed: 'forex' },
    { isSet: shortOptions, sent: 'allow_short_options', echoed: 'allow_short_options' },
  ].filter(({ isSet }) => isSet);
