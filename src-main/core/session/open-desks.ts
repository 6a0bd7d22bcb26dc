import type { Mode } from '#contract/model/status.ts';
import { DesiredDesk } from '#core/orders/desired/desired-desk.ts';
import { ExitDesk } from '#core/orders/exits/exit-desk.ts';
import type { ConnectionFacts, OrderDeskDeps } from '#core/orders/order-desk-deps.ts';
import { Probe } from '#core/orders/probe/probe-run.ts';
import type { Arming } from '#core/orders/risk/arming.ts';
import type { RiskKeeper } from '#core/orders/risk/risk-keeper.ts';
import type { PlatformConnection } from '#core/platform/connection.ts';
import { modeOf, type SessionParts } from './session-parts.ts';
import type { Session } from './session.ts';

export function openDesired(
  { ports, profile, journal, risk, listeners }: SessionParts,
  client: PlatformConnection,
  connection: () => ConnectionFacts,
): DesiredDesk {
  return new DesiredDesk({
    clock: ports.clock,
    log: ports.log,
    journal,
    client,
    profile: { id: profile.id, mode: modeOf(profile) },
    killed: () => risk.killed(),
    offline: () => {
      const facts = connection();
      return facts.state === 'open' ? null : facts.text;
    },
    notify: listeners.notice,
    changed: (systemId) => {
      listeners.desired(systemId);
      listeners.status();
    },
  });
}

export function openExits({ ports, risk, listeners }: SessionParts, session: Session): ExitDesk {
  const { desk, desired, cache, sync, connection } = session;
  return new ExitDesk({
    clock: ports.clock,
    log: ports.log,
    random: ports.random,
    desk,
    desired,
    positions: (systemId) => cache.positions(systemId),
    readAgain: (systemId) => sync.readAgain(systemId, ['signalsWorking', 'tradesOpen']),
    killed: () => risk.killed(),
    paceMs: () => connection.queue().paceMs,
    changed: listeners.exit,
  });
}

export function openProbe({ ports, profile, journal, risk }: SessionParts, session: Session): Probe {
  const { desk, cache, sync, connection } = session;
  return new Probe({
    clock: ports.clock,
    random: ports.random,
    journal,
    client: connection,
    reader: sync,
    desk,
    profile: { id: profile.id, mode: modeOf(profile) },
    killed: () => risk.killed(),
    isTestStrategy: (systemId) => cache.details(systemId)?.test === true,
  });
}

export function riskGuard(risk: RiskKeeper, mode: Mode, arming: Arming): OrderDeskDeps['risk'] {
  return {
    killed: () => risk.killed(),
    caps: () => risk.caps(mode),
    armed: (systemId) => arming.use(systemId),
    unknownOrder: () => arming.disarm('unknown-order'),
  };
}

/** Told in the list of requests, beside the answer that it speaks of. */
export function noteMiss({ ports, profile, activity }: SessionParts, systemId: string, text: string): void {
  activity.add({
    id: ports.random.uuid(),
    at: ports.clock.now(),
    profile: profile.name,
    mode: modeOf(profile),
    command: 'submitSignal',
    systemId,
    lane: 'submit',
    waitMs: 0,
    durationMs: null,
    bytes: null,
    verdict: 'prediction-missed',
    text,
  });
}

/** While the kill switch is on nothing that changes anything leaves but cancels, whoever asks for it (order-safety P22). */
export const killGate =
  (risk: RiskKeeper) =>
  (command: string): string | null =>
    command === 'cancelSignal' ? null : risk.killed();
