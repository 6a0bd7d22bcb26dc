// Reads what the core shows of its acts, for the notes.
import type { CommandInput, CommandName, CommandOutput } from '#contract/commands.ts';
import { alarmedCommands, isProvable, keyOfAct, type ActBefore, type ActWanted } from './checker/acts.ts';
import type { CoreLink } from './core-link.ts';
import type { ShownAct } from './note.ts';
import { pause } from './pause.ts';
import { machineNow } from './sim-time.ts';
import type { World } from './world.ts';

/** Simulated milliseconds within which an unknown act must be shown (acts.md A4). */
const shownWithinMs = 2_000;
/** Allowed delay of the machine itself, in machine milliseconds. */
const slackMs = 500;

const listActs = async (core: CoreLink): Promise<CommandOutput<'acts.list'>['acts']> =>
  (await read(core, 'acts.list', {}))?.acts ?? [];

const shownActs = async (core: CoreLink): Promise<ShownAct[]> =>
  (await listActs(core)).map(({ intentId, command, state }) => ({
    intentId,
    command,
    state,
    alarmed: core.alarms.includes(intentId),
  }));

const lacksAlarm = ({ command, state, alarmed }: ShownAct): boolean =>
  state === 'UNKNOWN' && alarmedCommands.has(command) && !alarmed;

/** Returns all acts. First waits for missing alarms, at most as long as an alarm may take. */
async function shownInTime(world: World, core: CoreLink): Promise<ShownAct[]> {
  const limit = machineNow() + world.toMachineMs(shownWithinMs) + slackMs;
  let acts = await shownActs(core);
  for (; acts.some(lacksAlarm) && machineNow() < limit; acts = await shownActs(core)) await pause(20);
  return acts;
}

/** `open`: the intents of the acts that the last process left open in the journal. */
export async function noteActsAtStart(world: World, core: CoreLink, open: readonly string[]): Promise<void> {
  if (open.length > 0) world.note({ is: 'acts-at-start', open, shown: await shownInTime(world, core) });
}

export async function noteActsAtEnd(world: World, core: CoreLink): Promise<void> {
  await core.call('sync.refresh', { systemId: null, datasets: [] });
  for (const systemId of world.systemIds) await core.call('sync.refresh', { systemId, datasets: ['brokers'] });
  const links = (await read(core, 'autotrade.links', {}))?.links ?? [];
  const copies = links.map(({ systemId, brokerCode, state }) => ({ systemId, brokerCode, state }));
  const { subscriptions = [] } = (await read(core, 'subscriptions.list', {})) ?? {};
  const subscribed = subscriptions.filter(({ state }) => state === 'current').map(({ systemId }) => systemId);
  const acts = await shownInTime(world, core);
  world.note({ is: 'acts-at-end', shown: acts, copies, effects: await effectsShown(world, core), subscribed });
}

/**
 * Reads the strategy list, and the details and target lists that acts have set. Returns the keys of
 * the acts whose effect these readings show.
 */
async function effectsShown(world: World, core: CoreLink): Promise<string[]> {
  const { personid } = world.practice.ready.world;
  const { strategies = [] } = (await read(core, 'strategies.list', {})) ?? {};
  const keys = strategies.map(({ name }) =>
    keyOfAct({ command: 'createNewSystem', target: { id: personid }, wanted: { strategy: { name } } }),
  );
  const acts = await listActs(core);
  for (const { id: systemId } of targetsOf(acts, 'changeSystemAttribute')) {
    await core.call('sync.refresh', { systemId, datasets: ['details'] });
    const shortDescription = (await read(core, 'strategies.details', { systemId }))?.details?.shortDescription ?? '';
    const wanted = { attributes: { shortDescription } };
    keys.push(keyOfAct({ command: 'changeSystemAttribute', target: { id: systemId }, wanted }));
  }
  for (const target of targetsOf(acts, 'setDesiredPositions')) {
    const state = await read(core, 'desired.get', { systemId: target.id, fresh: true });
    const wanted = state?.readBack?.target as ActWanted['wanted'] | undefined;
    if (wanted) keys.push(keyOfAct({ command: 'setDesiredPositions', target, wanted }));
  }
  return keys;
}

const targetsOf = (acts: CommandOutput<'acts.list'>['acts'], wantedCommand: string): { id: string }[] => {
  const ids = acts.flatMap(({ command, target }) => (command === wantedCommand ? target.id : []));
  return [...new Set(ids)].map((id) => ({ id }));
};

async function read<Name extends CommandName>(
  core: CoreLink,
  name: Name,
  input: CommandInput<Name>,
): Promise<CommandOutput<Name> | null> {
  const outcome = await core.call(name, input);
  return outcome.ok ? outcome.value : null;
}

/** Whether an act is under way, or unknown although a reading can prove it. */
export const hasOpenActs = async (core: CoreLink): Promise<boolean> =>
  (await listActs(core)).some(
    ({ command, state, before }) =>
      state === 'SENDING' ||
      (state === 'UNKNOWN' && isProvable(command, before === null ? null : (JSON.parse(before) as ActBefore))),
  );
