import type { Text } from '#contract/message.ts';
import { envelopeText, readEnvelope } from '#core/platform/envelope.ts';
import type { PlatformResult } from '#core/platform/platform-client.ts';
import type { JsonObject } from '#core/platform/wire/json-object.ts';

/** One reading of what proves an act. `startedAt`: wall clock, milliseconds. */
export type Reading<Read> =
  | { readonly kind: 'read'; readonly value: Read; readonly startedAt: number }
  | { readonly kind: 'failed'; readonly text: Text };

/** `parse` returns null for an answer that it cannot read. */
export function readingOf<Read>(result: PlatformResult, parse: (answer: JsonObject) => Read | null): Reading<Read> {
  if (result.kind !== 'answer') return { kind: 'failed', text: result.text };
  const envelope = readEnvelope(result.bytes);
  const value = envelope.verdict === 'ok' && envelope.body !== null ? parse(envelope.body) : null;
  if (value !== null) return { kind: 'read', value, startedAt: result.sentAt };
  return { kind: 'failed', text: envelopeText(envelope) || { code: 'act.unreadable-answer' } };
}
