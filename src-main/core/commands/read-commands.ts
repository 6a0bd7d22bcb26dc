import type { CommandInput, CommandOutcome } from '#contract/commands.ts';
import type { PlanChoice } from '#contract/model/equity.ts';
import { done, failed } from '#contract/outcome.ts';
import type { Session } from '#core/session/session.ts';
import { checkTrades } from '#core/trades/check-trades.ts';
import { ListDifferences } from './list-differences.ts';
import { preferencesTooLarge } from './app-commands.ts';
import type { CommandGroup } from './command-table.ts';
import type { CommandParts } from './command-parts.ts';

type Group = CommandGroup<'strategies'> &
  CommandGroup<'sync'> &
  CommandGroup<'signals'> &
  CommandGroup<'positions'> &
  CommandGroup<'trades'> &
  CommandGroup<'equity'>;

/** The panels show the cache. The sync plan decides what is read, and when. */
export function readCommands({ ports, sessions, preferences }: CommandParts): Group {
  const cache = () => sessions.current().cache;
  const changes = new ListDifferences(() => ports.random.uuid());
  return {
    'strategies.list': () => {
      const { readAt, failure } = cache().strategiesState();
      return done({ readAt, failure, strategies: [...cache().strategies()] });
    },
    'strategies.details': ({ systemId }) =>
      done({ details: cache().details(systemId), margin: cache().margin(systemId) }),
    'sync.watch': ({ systemId, datasets, viewer }) => {
      sessions.current().watch(systemId, datasets, viewer);
      const isVisible = systemId === null || datasets.length > 0;
      if (sessions.current() !== sessions.inUse()) sessions.inUse().setVisible(isVisible, viewer);
      return done({});
    },
    'sync.read-whole': ({ systemId }) => {
      sessions.current().sync.startFullSync(systemId);
      return done({});
    },
    'sync.stop-whole': ({ systemId }) => {
      sessions.current().sync.stopFullSync(systemId);
      return done({});
    },
    'sync.refresh': async ({ systemId, datasets }) => {
      const outcome = await sessions.current().sync.refresh(systemId, datasets);
      return outcome.ok ? done({}) : failed('not-read', outcome.text);
    },
    'signals.list': ({ systemId, text, scope, since: mark }) => {
      const { desk, profile } = sessions.current();
      const key = JSON.stringify([profile.id, systemId, scope, text]);
      return done(changes.since(mark, key, desk.blotter(systemId, { text, scope })));
    },
    'signals.windows': ({ systemId }) => done({ windows: cache().slices(systemId) }),
    'positions.list': ({ systemId }) => done([...sessions.current().desk.positions(systemId)]),
    'positions.point-values': ({ systemId }) => done({ values: Object.fromEntries(cache().pointValues(systemId)) }),
    'trades.query': async ({ systemId, filter, sort, offset, limit }) => {
      const page = await sessions.current().longReads.page({ systemId, filter, sort }, { offset, limit });
      return page === null ? notRead('trades') : done(page);
    },
    'trades.sum': async ({ systemId, filter }) => {
      const sum = await sessions.current().longReads.sum(systemId, filter);
      return sum === null ? notRead('trades') : done(sum);
    },
    'trades.check': ({ systemId }) => checkTrades(sessions.current(), systemId),
    'trades.components': ({ systemId, tradeId }) => done({ components: cache().components(systemId, tradeId) }),
    'equity.get': ({ systemId }) => equityOf(sessions.current(), systemId),
    'equity.plans': ({ systemId }) => done(planChoice(sessions.current(), systemId)),
    'equity.choose': (input) => choosePlan(sessions.current(), preferences, input),
  };
}

function choosePlan(
  session: Session,
  preferences: CommandParts['preferences'],
  { systemId, plan }: CommandInput<'equity.choose'>,
): CommandOutcome<'equity.choose'> {
  const key = `${session.profile.id} ${systemId}`;
  const { [key]: _, ...others } = preferences.get().plans;
  const result = preferences.set({ plans: plan === null ? others : { ...others, [key]: plan } });
  if (result === 'too-large') return preferencesTooLarge();
  session.commissionPlanChanged(systemId);
  return result === 'stored'
    ? done(planChoice(session, systemId))
    : failed('not-stored', { code: 'preferences.this-run-only' });
}

const equityOf = async (session: Session, systemId: string): Promise<CommandOutcome<'equity.get'>> => {
  const curve = await session.longReads.equity(systemId, session.commissionPlanOf(systemId));
  return curve === null ? notRead('equity') : done(curve);
};

const planChoice = (session: Session, systemId: string): PlanChoice => {
  const plan = session.commissionPlanOf(systemId);
  return { plan: plan === '' ? null : plan, stored: session.cache.plans(systemId) };
};

const notRead = (dataset: 'trades' | 'equity') => failed('not-read', { code: 'review.not-readable', of: dataset });
