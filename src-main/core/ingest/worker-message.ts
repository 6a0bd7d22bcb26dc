import type { Reading } from '#core/cache/readings.ts';
import type { IngestJob, IngestOutcome } from './ingest-job.ts';

/** To the ingest thread. Every message is answered by one with its id. */
export type WorkerRequest =
  | { readonly id: number; readonly kind: 'open'; readonly file: string }
  | { readonly id: number; readonly kind: 'ingest'; readonly job: IngestJob; readonly bytes: Uint8Array }
  /** A request that was not answered: its reason is kept with the data it was for. */
  | { readonly id: number; readonly kind: 'failure'; readonly reading: Reading; readonly text: string }
  | { readonly id: number; readonly kind: 'close' };

export type WorkerReply = { readonly id: number; readonly outcome: IngestOutcome };
