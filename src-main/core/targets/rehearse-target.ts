import type { CommandOutcome } from '#contract/commands.ts';
import type { DesiredTarget } from '#contract/model/desired.ts';
import type { TargetPlan, TargetRequest } from '#contract/model/target-plan.ts';
import type { TargetRowProgress } from '#contract/model/target-progress.ts';
import { done, failed } from '#contract/outcome.ts';
import type { Clock } from '#core/ports.ts';
import {
  resumeOrderEntry,
  liveAccount,
  runOnPractice,
  pause,
  type RehearsalParts,
  type SeededPractice,
} from '#core/rehearsals/on-practice.ts';
import { serviceNow } from '#core/service-now.ts';
import { areReached, targetProgress } from './target-progress.ts';

type Outcome = CommandOutcome<'desired.rehearse'>;

/** Market orders fill with the next tick of the practice market, within a second. */
const fillReads = { number: 5, everyMs: 1_000 };
/** Maximum number of plans. The first readings on practice can make a plan outdated. */
const maxPlans = 5;

/** Sends the list of a live plan on practice, and reads there until its positions are reached. */
export async function rehearseTarget(parts: RehearsalParts, intentId: string, planId: string): Promise<Outcome> {
  const { clock, random, sessions } = parts;
  const live = sessions.inUse();
  if (live.mode !== 'LIVE') return failed('not-live', { code: 'rehearsal.not-live' });
  const shown = live.targets.shown(planId);
  if (shown?.list.kind !== 'list') return failed('unknown-plan', { code: 'target.unknown-plan' });
  const { list, plan } = shown;
  const account = { ...liveAccount(live, plan.request.systemId), prices: pricesOf(plan) };
  return runOnPractice(parts, account, async (seeded): Promise<Outcome> => {
    const sentAt = practiceNow(seeded, clock);
    const refusal = await send(seeded, intentId, list);
    if (refusal !== null) return refusal;
    const rows = await follow(seeded, clock, list, sentAt);
    await resumeOrderEntry(seeded, random.uuid(), clock);
    const lines = rows.filter(({ target }) => target !== '0');
    live.targets.rehearsed(list, lines.length, lines.filter(({ state }) => state === 'reached').length);
    const { prices, refusedSignals } = seeded;
    const differingPrices = prices.filter(({ set: isSet }) => !isSet).map(({ price, symbol }) => ({ symbol, price }));
    return done({ at: Math.floor(clock.now() / 1000), rows, refusedSignals, differingPrices });
  });
}

/** The prices that the plan shows for what it orders, so that practice fills at about the same. */
const pricesOf = ({ rows }: TargetPlan) =>
  rows.filter(({ orders }) => orders.length > 0).map(({ symbol, price }) => ({ symbol, price: price?.price ?? null }));

/** Milliseconds by the clock of the practice service. */
const practiceNow = ({ session }: SeededPractice, clock: Clock): number =>
  serviceNow({ clock, serviceClockOffsetMs: () => session.connection.clockOffsetMs() });

/** Null if practice accepted the list. */
async function send(
  { session, systemId }: SeededPractice,
  intentId: string,
  list: DesiredTarget,
): Promise<Outcome | null> {
  if (list.kind !== 'list') return null;
  const request: TargetRequest = { kind: 'list', systemId, lines: [...list.positions] };
  for (let attempt = 1; ; attempt += 1) {
    const planned = await session.targets.plan(request);
    if (!planned.ok) return planned;
    const { checks, planId } = planned.value;
    const confirmed = checks.filter(({ level }) => level === 'warn').map(({ code }) => code);
    const sent = await session.targets.send({ intentId, planId, confirmed });
    if (sent.ok)
      return sent.value.state === 'DONE' ? null : failed('no-outcome', { code: 'rehearsal.no-list-outcome' });
    if (sent.failure.code === 'outdated' && attempt < maxPlans) continue;
    const { details, message: reason } = sent.failure;
    return failed('refused', { code: 'rehearsal.refused-list', reason }, details === undefined ? {} : { details });
  }
}

async function follow(
  seeded: SeededPractice,
  clock: Clock,
  list: DesiredTarget,
  sentAt: number,
): Promise<TargetRowProgress[]> {
  const { session, systemId } = seeded;
  const progress = (): TargetRowProgress[] =>
    targetProgress(list, {
      positions: session.cache.positions(systemId),
      signals: session.desk.signals(systemId),
      sentAt: Math.floor(sentAt / 1000),
      marketNow: practiceNow(seeded, clock),
    });
  for (let reads = 1; ; reads += 1) {
    await session.sync.readAgain(systemId, ['signalsWorking', 'signalsAll', 'tradesOpen'], 'reconcile');
    if (areReached(progress())) break;
    if (reads > fillReads.number) return progress();
    await pause(clock, fillReads.everyMs);
  }
  // The positions are read last, so an order may have filled after its list was read.
  await session.sync.readAgain(systemId, ['signalsWorking', 'signalsAll'], 'reconcile');
  return progress();
}
