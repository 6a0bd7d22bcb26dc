import type { Text } from '#contract/message.ts';
import type { Verdict } from '#contract/model/activity.ts';
import { envelopeText, readEnvelope } from './envelope.ts';
import type { PlatformResult } from './platform-client.ts';

/**
 * Larger answers are parsed in the worker only. In this thread only their beginning and end are
 * read.
 */
const maxParsedBytes = 64 * 1024;

/**
 * The verdict of a result for the activity list. A large answer is not parsed in the thread that
 * sends orders.
 */
export const answerVerdict = (result: PlatformResult): { readonly verdict: Verdict; readonly text: Text } => {
  if (result.kind === 'no-answer') return { verdict: 'no-answer', text: result.text };
  if (result.kind !== 'answer') return { verdict: 'not-sent', text: result.text };
  if (result.bytes.byteLength > maxParsedBytes) return { verdict: verdictOfEnds(result.bytes), text: '' };
  const envelope = readEnvelope(result.bytes);
  if (envelope.verdict !== 'bad') {
    return { verdict: envelope.verdict === 'ok' ? 'ok' : 'refused', text: envelopeText(envelope) };
  }
  return { verdict: 'bad-answer', text: { code: 'answer.not-platform', httpStatus: result.httpStatus } };
};

const verdictOfEnds = (bytes: Uint8Array): Verdict => {
  const decoder = new TextDecoder();
  const ends = decoder.decode(bytes.subarray(0, 500)) + decoder.decode(bytes.subarray(-500));
  if (!ends.trimStart().startsWith('{')) return 'bad-answer';
  return /"ok"\s*:\s*"?0/.test(ends) ? 'refused' : 'ok';
};
