import type { Log } from '#core/ports.ts';
import type { SignalReader, SignalReading } from '#core/sync/signal-reader.ts';

/**
 * Wraps a reader so that an error inside it becomes a failed reading. A failed reading proves
 * nothing, and the caller tries again later.
 */
export function errorsAsResults(reader: SignalReader, log: Log): SignalReader {
  const asResult = async (reading: Promise<SignalReading>): Promise<SignalReading> => {
    try {
      return await reading;
    } catch (error) {
      log.error('reading-threw', { error: error instanceof Error ? error.name : 'unknown' });
      return { ok: false, text: { code: 'request.failed-here' } };
    }
  };
  return {
    readWorking: (systemId) => asResult(reader.readWorking(systemId)),
    readPosted: (systemId, from, to) => asResult(reader.readPosted(systemId, from, to)),
    showsAll: (systemId) => reader.showsAll(systemId),
  };
}
