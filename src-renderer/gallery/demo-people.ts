import type { RosterEntry } from '#contract/model/people.ts';
import { demoNow } from './demo-clock.ts';
import { demoUnreachable, statesWithRows, type DemoState } from './demo-options.ts';
import { demoStrategies } from './demo-strategies.ts';

const everyInstrument = ['stocks', 'stocks short', 'options', 'options short', 'futures', 'forex'];

const roster: readonly RosterEntry[] = [
  ...demoStrategies.map(({ systemId, name }) => ({ systemId, name })),
  { systemId: '91000044', name: 'Granite Trend' },
  { systemId: '91000052', name: 'Two Rivers Pairs' },
].map(({ systemId, name }, at) => ({
  systemId,
  name,
  owner: ['northbay', 'coppercoast', 'quietdesk', 'graniteworks', 'tworivers'][at] ?? '',
  ownerPersonId: `50000${at}${at + 1}`,
  createdText: `202${at}-03-1${at}`,
  monthlyFee: String(49 + at * 30),
  freeTrialDays: '7',
  minimumPortfolio: String(10_000 * (at + 1)),
  startingCapital: '50000',
  alive: at !== 3,
  inactiveSince: at === 3 ? 1_769_000_000 : null,
  instruments: at === 3 ? everyInstrument : at % 2 === 0 ? ['stocks', 'stocks short'] : ['futures'],
  listed: at !== 4,
}));

/** The public list of strategies and its age. */
export function demoRosterList(data: DemoState) {
  const isUnanswered = data === 'never-read' || data === 'offline';
  return {
    readAt: data === 'starting' || data === 'never-read' ? null : demoNow - (data === 'stale' ? 3 * 86_400 : 7_200),
    failure: isUnanswered ? demoUnreachable : null,
    entries: statesWithRows.has(data) ? [...roster] : [],
  };
}
