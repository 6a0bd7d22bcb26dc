import type { CommandInput, CommandOutcome } from '#contract/commands.ts';
import { done, failed } from '#contract/outcome.ts';
import { readingOf } from '#core/acts/reading.ts';
import { parseBrokers } from '#core/platform/parse/brokers.ts';
import type { PlatformClient } from '#core/platform/platform-client.ts';

/**
 * Asks the platform which broker choices fit, by the filters of `getListAvailableBrokers`. Whether
 * options can be sold short is in no member of a choice: only this filter says it. Not stored.
 */
export async function askBrokers(
  client: PlatformClient,
  { systemId, types, shortOptions }: CommandInput<'brokers.ask'>,
  personId: string | null,
): Promise<CommandOutcome<'brokers.ask'>> {
  const body = {
    systemid: systemId,
    ...(personId === null ? {} : { personid: personId }),
    ...(types.stock ? { trade_stocks: 1 } : {}),
    ...(types.option ? { trade_options: 1 } : {}),
    ...(types.future ? { trade_futures: 1 } : {}),
    ...(types.forex ? { trade_forex: 1 } : {}),
    ...(shortOptions ? { allow_short_options: 1 } : {}),
  };
  const result = await client.send({ command: 'getListAvailableBrokers', body, lane: 'view', systemId });
  const reading = readingOf(result, (answer) =>
    parseBrokers(answer['success'], { systemId, personId, filters: filtersOf(types, shortOptions) }),
  );
  const unreadable = { kind: 'failed', text: { code: 'act.unreadable-answer' } } as const;
  const read = reading.kind === 'read' && reading.value.choices.bad > 0 ? unreadable : reading;
  if (read.kind === 'failed') return failed('not-read', { code: 'autotrade.brokers-not-read', reason: read.text });
  return done({ codes: read.value.choices.items.map(({ code }) => code) });
}

/** The filters that are set, by their names in `parameters_in`. */
const filtersOf = (types: CommandInput<'brokers.ask'>['types'], shortOptions: boolean): string[] => [
  ...(types.stock ? ['stocks'] : []),
  ...(types.option ? ['options'] : []),
  ...(types.future ? ['futures'] : []),
  ...(types.forex ? ['forex'] : []),
  ...(shortOptions ? ['allow_short_options'] : []),
];
