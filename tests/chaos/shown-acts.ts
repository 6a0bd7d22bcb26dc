// What the core shows of its acts, for the notes.
import type { CommandOutput } from '#contract/commands.ts';
import { copyCommands, isProvable, type ActBefore } from './checker/acts.ts';
import type { CoreLink } from './core-link.ts';
import type { ShownAct } from './note.ts';
import { pause } from './pause.ts';
import { machineNow } from './sim-time.ts';
import type { World } from './world.ts';

/** Simulated milliseconds within which an unknown act must be shown (acts.md A4). */
const shownWithin = 2_000;
/** The delay of the machine itself, machine milliseconds. */
const slack = 500;

const listed = async (core: CoreLink): Promise<CommandOutput<'acts.list'>['acts']> => {
  const outcome = await core.call('acts.list', {});
  return outcome.ok ? (outcome.value as CommandOutput<'acts.list'>).acts : [];
};

const shown = async (core: CoreLink): Promise<ShownAct[]> =>
  (await listed(core)).map(({ intentId, command, state }) => ({
    intentId,
    command,
    state,
    alarmed: core.alarms.includes(intentId),
  }));

const isSilent = ({ command, state, alarmed }: ShownAct): boolean =>
  state === 'UNKNOWN' && copyCommands.has(command) && !alarmed;

/** All acts. Waits as long as an alarm may take. */
async function shownInTime(world: World, core: CoreLink): Promise<ShownAct[]> {
  const limit = machineNow() + world.machine(shownWithin) + slack;
  let acts = await shown(core);
  for (; acts.some(isSilent) && machineNow() < limit; acts = await shown(core)) await pause(20);
  return acts;
}

/** `open`: the intents that were open in the journal of the process before. */
export async function noteActsAtStart(world: World, core: CoreLink, open: readonly string[]): Promise<void> {
  if (open.length > 0) world.note({ is: 'acts-at-start', open, shown: await shownInTime(world, core) });
}

export async function noteActsAtEnd(world: World, core: CoreLink): Promise<void> {
  for (const systemId of world.systemIds) await core.call('sync.refresh', { systemId, datasets: ['brokers'] });
  const outcome = await core.call('autotrade.links', {});
  const links = outcome.ok ? (outcome.value as CommandOutput<'autotrade.links'>).links : [];
  const copies = links.map(({ systemId, brokerCode, state }) => ({ systemId, brokerCode, state }));
  world.note({ is: 'acts-at-end', shown: await shownInTime(world, core), copies });
}

/** Whether an act is under way, or unknown although a reading can prove it. */
export const hasOpenActs = async (core: CoreLink): Promise<boolean> =>
  (await listed(core)).some(
    ({ command, state, before }) =>
      state === 'SENDING' ||
      (state === 'UNKNOWN' && isProvable(command, before === null ? null : (JSON.parse(before) as ActBefore))),
  );
