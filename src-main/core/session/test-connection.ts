import type { Profile } from '#contract/model/profile.ts';
import { done, failed, type Outcome } from '#contract/outcome.ts';
import { createPlatformClient } from '#core/platform/client.ts';
import { envelopeText, readEnvelope } from '#core/platform/envelope.ts';
import type { Carry, PlatformRequest, PlatformResult } from '#core/platform/platform-client.ts';
import type { Ports } from '#core/ports.ts';
import type { Session } from './session.ts';

type Problem = 'refused' | 'unreachable' | 'bad-answer';

const proof: PlatformRequest = { command: 'listAllSystems', body: {}, lane: 'view', systemId: null };

/**
 * Reads the list of strategies once at an address with a key: the cheapest read that proves both.
 * Where an open connection paces the same host, the read is sent in its turn.
 */
export async function testConnection(
  profile: Profile,
  apiKey: string,
  { clock, random, log }: Ports,
  open: readonly Pick<Session, 'profile' | 'connection'>[],
): Promise<Outcome<{ readonly strategies: number }, Problem>> {
  const connection = createPlatformClient({ profile, apiKey, clock, random, log });
  try {
    const pacing = open.find((one) => sharesPaceWith(one, profile));
    if (pacing === undefined) return outcomeOf(await connection.send(proof));
    const carriedBy: Carry = (departed, stop) => connection.carry(proof, departed, stop);
    return outcomeOf(await pacing.connection.send({ ...proof, carriedBy }));
  } finally {
    await connection.close();
  }
}

function sharesPaceWith({ profile, connection }: Pick<Session, 'profile' | 'connection'>, other: Profile): boolean {
  const [used, asked] = [profile, other].map(({ baseUrl }) => URL.parse(baseUrl)?.host ?? null);
  return connection.queue().paceMs > 0 && used !== null && used === asked;
}

function outcomeOf(result: PlatformResult): Outcome<{ readonly strategies: number }, Problem> {
  if (result.kind !== 'answer') return failed('unreachable', { code: 'connection.unreachable', reason: result.text });
  const envelope = readEnvelope(result.bytes);
  const list = envelope.body?.['response'];
  if (envelope.verdict === 'refused')
    return failed('refused', { code: 'connection.key-refused', answer: envelopeText(envelope) }, { field: 'key' });
  if (envelope.verdict === 'bad' || !Array.isArray(list))
    return failed('bad-answer', { code: 'connection.not-the-platform' }, { field: 'baseUrl' });
  return done({ strategies: list.length });
}
