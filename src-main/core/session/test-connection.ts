import type { Profile } from '#contract/model/profile.ts';
import { done, failed, type Outcome } from '#contract/outcome.ts';
import { createPlatformClient } from '#core/platform/client.ts';
import { envelopeText, readEnvelope } from '#core/platform/envelope.ts';
import type { Carry, PlatformRequest, PlatformResult } from '#core/platform/platform-client.ts';
import type { Ports } from '#core/ports.ts';
import type { Session } from './session.ts';

type Problem = 'refused' | 'unreachable' | 'bad-answer';

const proofRequest: PlatformRequest = {
  ...{ command: 'listAllSystems', body: {}, lane: 'view', systemId: null },
  retryNow: true,
};

/**
 * Reads the list of strategies once at an address with a key: the cheapest read that proves both.
 * If an open connection paces requests to the same service, that connection gives the read a turn.
 */
export async function testConnection(
  profile: Profile,
  apiKey: string,
  { clock, random, log }: Pick<Ports, 'clock' | 'random' | 'log'>,
  openSessions: readonly Pick<Session, 'profile' | 'connection'>[],
): Promise<Outcome<{ readonly strategies: number }, Problem>> {
  const connection = createPlatformClient({ profile, apiKey, clock, random, log });
  try {
    const pacingSession = openSessions.find((one) => sharesPaceWith(one, profile));
    if (pacingSession === undefined) return outcomeOf(await connection.send(proofRequest));
    // The open connection decides when the request is sent. The tested connection sends it.
    const carriedBy: Carry = (onDeparted, stop) => connection.carry(proofRequest, onDeparted, stop);
    return outcomeOf(await pacingSession.connection.send({ ...proofRequest, carriedBy }));
  } finally {
    await connection.close();
  }
}

function sharesPaceWith({ profile, connection }: Pick<Session, 'profile' | 'connection'>, other: Profile): boolean {
  const openHosts = hostsOf(profile);
  return connection.queue().paceMs > 0 && hostsOf(other).some((host) => openHosts.includes(host));
}

/** The hosts of both addresses, which are of one service. */
const hostsOf = ({ baseUrl, altBaseUrl }: Profile): string[] =>
  [baseUrl, altBaseUrl ?? ''].map((address) => URL.parse(address)?.host ?? '').filter((host) => host !== '');

function outcomeOf(result: PlatformResult): Outcome<{ readonly strategies: number }, Problem> {
  // Nothing was sent to the address, for example because the service asked to wait.
  if (result.kind === 'withdrawn') return failed('unreachable', result.text);
  if (result.kind !== 'answer') return failed('unreachable', { code: 'connection.unreachable', reason: result.text });
  const envelope = readEnvelope(result.bytes);
  const list = envelope.body?.['response'];
  if (envelope.verdict === 'refused')
    return failed('refused', { code: 'connection.key-refused', answer: envelopeText(envelope) }, { field: 'key' });
  if (envelope.verdict === 'bad' || !Array.isArray(list))
    return failed('bad-answer', { code: 'connection.not-the-platform' }, { field: 'baseUrl' });
  return done({ strategies: list.length });
}
