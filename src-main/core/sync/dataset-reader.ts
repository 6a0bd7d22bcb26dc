import type { Text } from '#contract/message.ts';
import type { Lane } from '#contract/model/activity.ts';
import { variantReading } from '#core/cache/queries/readings.ts';
import type { Ingest } from '#core/ingest/ingest.ts';
import type { IngestOutcome } from '#core/ingest/ingest-job.ts';
import type { PlatformConnection } from '#core/platform/connection.ts';
import { requestOf, type ReadTask } from './read-task.ts';

/** How a reading ended. `skipped`: no request was sent, so it says nothing about the service. */
export type ReadingEnd =
  | { readonly kind: 'read'; readonly outcome: IngestOutcome; readonly sentAt: number; readonly receivedAt: number }
  | {
      readonly kind: 'failed';
      readonly text: Text;
      readonly refused: boolean;
      readonly diskFull: boolean;
      readonly noAccess?: true;
    }
  | { readonly kind: 'skipped'; readonly text: Text };

/** Sends the request of a reading and stores the answer in the cache. */
export class DatasetReader {
  readonly #connection: Pick<PlatformConnection, 'send' | 'raise' | 'earliestStart'>;
  readonly #ingest: Pick<Ingest, 'run' | 'storeFailure'>;

  constructor(
    connection: Pick<PlatformConnection, 'send' | 'raise' | 'earliestStart'>,
    ingest: Pick<Ingest, 'run' | 'storeFailure'>,
  ) {
    this.#connection = connection;
    this.#ingest = ingest;
  }

  /** A caller now waits for this reading. If it is not sent yet, it goes before other reads. */
  raise(task: ReadTask, lane: Lane): void {
    this.#connection.raise({ ...requestOf(task, lane), retryNow: true });
  }

  /** Monotonic ms before which this reading would not start. */
  earliestStart(task: ReadTask, lane: Lane): number {
    return this.#connection.earliestStart(requestOf(task, lane));
  }

  async read(
    task: ReadTask,
    lane: Lane,
    { wantRecords = false, retryNow = false }: { wantRecords?: boolean; retryNow?: boolean } = {},
  ): Promise<ReadingEnd> {
    const { systemId, dataset, part, window, variant = '' } = task;
    const reading = variantReading(systemId, dataset, variant);
    const result = await this.#connection.send({ ...requestOf(task, lane), ...(retryNow ? { retryNow } : {}) });
    if (result.kind === 'withdrawn') return { kind: 'skipped', text: result.text };
    if (result.kind !== 'answer') {
      if (part === 'current') await this.#ingest.storeFailure(reading, result.text);
      return { kind: 'failed', text: result.text, refused: false, diskFull: false };
    }
    // The age counts from the request. The answer may be slow and show the data of that time, and
    // the computer may have slept before it handled the answer.
    const readAt = Math.floor(result.sentAt / 1_000);
    const slice = window === null ? null : { from: window.from, to: window.to };
    const job = { dataset, systemId, variant, readAt, slice, wantRecords, renewsAge: part === 'current' };
    const outcome = await this.#ingest.run(job, result.bytes);
    if (outcome.verdict !== 'ok' && outcome.signals === null) {
      const { diskFull, noAccess, text, verdict } = outcome;
      return { kind: 'failed', text, refused: verdict === 'refused', diskFull, ...(noAccess ? { noAccess } : {}) };
    }
    return { kind: 'read', outcome, sentAt: result.sentAt, receivedAt: result.receivedAt };
  }
}
