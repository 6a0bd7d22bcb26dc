import type { Text } from '#contract/message.ts';
import { eachDataset } from '#core/cache/each-dataset.ts';
import type { DataSync } from './data-sync.ts';
import type { DataSyncOptions } from './data-sync-options.ts';
import { storedStates, workingReading } from './stored-states.ts';
import { staleAfterSeconds, syncIntervals } from './sync-intervals.ts';

/**
 * The sync of a session that never reads anything. The data has the age of its last reading, and
 * every request to read returns the reason.
 */
export function storedSync(options: Omit<DataSyncOptions, 'connection'>, reason: Text): DataSync {
  const { cache, ingest, paceMs } = options;
  const intervals = syncIntervals(paceMs);
  const notRead = () => Promise.resolve({ ok: false, text: reason } as const);
  const doNothing = (): void => undefined;
  return {
    watch: doNothing,
    unwatch: doNothing,
    refresh: notRead,
    readRoster: notRead,
    readBrokers: notRead,
    readPeople: notRead,
    readStrategies: () => Promise.resolve(false),
    forget: doNothing,
    startFullSync: doNothing,
    stopFullSync: doNothing,
    fullSyncProgress: () => null,
    readAgain: () => Promise.resolve(false),
    scheduleRefresh: doNothing,
    readWorking: notRead,
    readPosted: notRead,
    workingReading: (systemId) => workingReading(cache.reader, intervals, systemId),
    workingReadStartedAt: () => null,
    showsAll: () => true,
    access: { of: () => 'unknown', lockReason: () => null, subscribed: () => [], readsOverview: () => false },
    trouble: () => null,
    states: (systemId) => {
      const stored = storedStates(cache.reader, systemId, options.commissionPlanOf?.(systemId) ?? '');
      return eachDataset((dataset) => ({
        ...stored[dataset],
        staleAfterSeconds: staleAfterSeconds(intervals, dataset),
        reading: false,
      }));
    },
    strategiesState: () => ({ ...cache.reader.strategiesState(), reading: false }),
    peopleState: () => ({ ...cache.reader.peopleState(), reading: false }),
    onChange: () => doNothing,
    onStrategies: () => doNothing,
    onPeople: () => doNothing,
    close: () => ingest.close(),
  };
}
