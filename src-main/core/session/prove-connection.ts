import type { Profile } from '#contract/model/profile.ts';
import { done, failed, type Outcome } from '#contract/outcome.ts';
import { createPlatformClient } from '#core/platform/client.ts';
import { envelopeText, readEnvelope } from '#core/platform/envelope.ts';
import type { PlatformResult } from '#core/platform/platform-client.ts';
import type { Ports } from '#core/ports.ts';

type Problem = 'refused' | 'unreachable' | 'bad-answer';

/** Asks an address with a key for the list of strategies, once: the cheapest read that proves both. */
export async function proveConnection(
  profile: Profile,
  apiKey: string,
  { clock, random, log }: Ports,
): Promise<Outcome<{ readonly strategies: number }, Problem>> {
  const connection = createPlatformClient({ profile, apiKey, clock, random, log });
  try {
    return verdict(await connection.send({ command: 'listAllSystems', body: {}, lane: 'view', systemId: null }));
  } finally {
    await connection.close();
  }
}

function verdict(result: PlatformResult): Outcome<{ readonly strategies: number }, Problem> {
  if (result.kind !== 'answer') return failed('unreachable', `No answer from this address. ${result.text}`);
  const envelope = readEnvelope(result.bytes);
  const list = envelope.body?.['response'];
  if (envelope.verdict === 'refused')
    return failed('refused', `The service answered, and refused the key: ${envelopeText(envelope)}`, { field: 'key' });
  if (envelope.verdict === 'bad' || !Array.isArray(list))
    return failed('bad-answer', 'Something answers at this address, but it is not the platform.', { field: 'baseUrl' });
  return done({ strategies: list.length });
}
