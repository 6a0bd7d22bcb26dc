import type { Log } from '#core/ports.ts';
import type { SignalReader, SignalReading } from '#core/sync/signal-reader.ts';

/** A reader whose own failure is a failed reading: it proves nothing, and whoever waits for it tries again in his time. */
export function steadyReader(reader: SignalReader, log: Log): SignalReader {
  const steady = async (reading: Promise<SignalReading>): Promise<SignalReading> => {
    try {
      return await reading;
    } catch (error) {
      log.error('reading-threw', { error: error instanceof Error ? error.name : 'unknown' });
      return { ok: false, text: 'The program failed while it was reading.' };
    }
  };
  return {
    working: (systemId) => steady(reader.working(systemId)),
    posted: (systemId, from, to) => steady(reader.posted(systemId, from, to)),
    showsAll: (systemId) => reader.showsAll(systemId),
  };
}
