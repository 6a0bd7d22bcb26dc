import type { StorageReport } from '#contract/model/storage.ts';
import { demoNow } from './demo-clock.ts';
import type { DemoOptions } from './demo-options.ts';
import { demoProfiles } from './demo-status.ts';
import { demoStrategies } from './demo-strategies.ts';

/** Only the connection in use has an open session. */
const sessionOf = (inUse: boolean) => ({ inUse, open: inUse });

/** The stored data after a year. */
export const demoStorage = ({ data, mode }: DemoOptions): StorageReport => {
  const empty = data === 'empty' || data === 'starting';
  return {
    profiles: demoProfiles.map(({ id, name, kind }, at) => ({
      profileId: id,
      name,
      ...sessionOf((kind === 'practice') === (mode === 'PRACTICE') && at < 2),
      removed: false,
      cacheBytes: empty ? 94_208 : ([48_211_968, 7_331_840, 0][at] ?? 0),
      historyBytes: empty ? 24_576 : ([2_318_336, 401_408, 0][at] ?? 0),
      quarantinedBytes: at === 1 && !empty ? 6_112_256 : 0,
    })),
    modes: [
      { mode: 'PRACTICE', journalBytes: 327_680, notesBytes: 40_960, pictureBytes: 2_411_930, pictures: 7 },
      { mode: 'LIVE', journalBytes: 1_212_416, notesBytes: 53_248, pictureBytes: 0, pictures: 0 },
    ],
    strategies: empty
      ? []
      : demoStrategies.map(({ systemId, name }, at) => ({
          systemId,
          name,
          trades: [12_840, 1_204, 96][at] ?? 0,
          signals: [31_077, 2_899, 240][at] ?? 0,
          points: [5_120, 1_830, 410][at] ?? 0,
          readings: [1_204, 311, 0][at] ?? 0,
          oldestReading: at < 2 ? demoNow - 31_000_000 : null,
        })),
    spareBytes: empty ? 0 : 1_310_720,
    keep: { readingsDays: null, signalsDays: 1_096 },
  };
};
