// Scenes that lead to the transitions of the journal. A scene is played in one life of the core,
// while faults happen at random. A transition without a scene is left to ordinary trading; the
// report lists it if it was not reached.
import { FAULT_KINDS } from '#practice/control/faults.ts';
import { commandOf, type ActPress } from './act-presses.ts';
import { elsewhereOwnId } from './elsewhere.ts';
import type { NetworkFault } from './fault-proxy.ts';
import { pause } from './pause.ts';
import type { Trader } from './trader.ts';
import type { World } from './world.ts';

export type Stage = {
  readonly world: World;
  readonly trader: Trader;
  readonly systemId: string;
  /** Moves all clocks on by a day. */
  readonly nextDay: () => Promise<void>;
};
export type Scene = (stage: Stage) => Promise<void>;

/** Oversized answers have a test of their own. */
const oversizedKinds = /huge|bomb/i;
const serviceFaults = FAULT_KINDS.filter((kind) => !oversizedKinds.test(kind));

/**
 * Network faults that happen to a request at random. A false refusal has its own scene, because it
 * is used only for an order that remains in the lists.
 */
const weights: Readonly<Record<Exclude<NetworkFault, 'lie-refused' | 'idle-cut' | 'unreadable-record'>, number>> = {
  'cut-before': 3,
  'cut-after': 4,
  'cut-body': 2,
  'reply-twice': 2,
  'request-twice': 2,
  late: 1,
  slow: 1,
};

export async function planFault({ world }: Stage, command: string): Promise<void> {
  const { draw, proxy, practice } = world;
  if (draw.chance(0.5)) {
    proxy.plan(command, draw.weighted(weights));
    return;
  }
  // A request that is never answered is planned less often: it uses the client's whole time limit,
  // and the requests behind it wait.
  const drawn = draw.pick(serviceFaults);
  const kind = drawn === 'hang' && draw.chance(0.6) ? 'dropAfter' : drawn;
  // `processed`: the service executes the command before its faulty answer.
  const processed = draw.chance(0.3) ? { processed: true } : {};
  await practice.addFault({
    kind,
    command,
    count: 1,
    ms: world.toMachineMs(draw.wholeNumber(500, 40_000)),
    ...processed,
  });
  world.note({ is: 'fault-applied', fault: `service ${kind}`, command, ownId: null, actKey: null });
}

/** One random action of a trader. */
export async function takeAction(stage: Stage): Promise<void> {
  const { draw, practice, market } = stage.world;
  const actionKind = draw.weighted({
    enter: 60,
    bracket: 10,
    dependent: 12,
    refused: 3,
    cancel: 12,
    price: 10,
    decide: 8,
    act: 18,
    endTargetMode: 1,
  });
  if (draw.chance(0.13)) await planFault(stage, actionKind === 'cancel' ? 'cancelSignal' : 'submitSignal');
  if (draw.chance(0.02)) await planFault(stage, draw.pick(reads));
  if (draw.chance(0.03)) stage.world.proxy.plan(draw.pick(reads), 'idle-cut');
  switch (actionKind) {
    case 'enter':
      await stage.trader.press(market.ticket(stage.systemId));
      return;
    case 'bracket':
      await stage.trader.press(market.bracket(stage.systemId));
      return;
    case 'dependent':
      return pressDependent(stage);
    case 'refused':
      await stage.trader.press(market.refusableTicket(stage.systemId));
      return;
    case 'cancel':
      return cancelSome(stage);
    case 'price': {
      const { symbol, price } = market.move();
      return practice.setPrice(symbol, price);
    }
    case 'decide':
      return stage.trader.decide(stage.systemId);
    case 'act':
      return changeSomething(stage);
    case 'endTargetMode':
      return stage.trader.acts.endTargetMode(stage.systemId);
  }
}

const signalReads = ['retrieveSignalsWorking', 'retrieveSignalsAll'];
const reads = [...signalReads, 'requestMarginEquity', 'requestTradesOpen'];

/**
 * Presses an order that depends on another order or on a time: a replacement, a condition, a
 * group, a nested parent, a release time.
 */
async function pressDependent(stage: Stage): Promise<void> {
  const { world, trader, systemId } = stage;
  const { draw, market } = world;
  const ticket = market.ticket(systemId);
  const kind = draw.weighted({ replace: 4, condition: 3, group: 3, parent: 2, park: 1 });
  if (kind === 'group') return pressGroup(stage);
  if (kind === 'parent') {
    const { action, quantity, symbol, instrument, price, duration } = market.restingTicket(systemId);
    await trader.press({ ...ticket, parent: { action, quantity, symbol, instrument, price, duration } });
    return;
  }
  if (kind === 'park') {
    await trader.press({ ...ticket, parkUntil: Math.floor(world.now() / 1_000) + draw.wholeNumber(60, 600) });
    return;
  }
  const working = (await trader.liveSignals(systemId)).filter(
    ({ state, serviceId }) => state === 'working' && serviceId,
  );
  const serviceId = draw.pickIfAny(working)?.serviceId ?? null;
  if (serviceId === null) return;
  const leaveOcaIntact = draw.chance(0.7);
  await trader.press(
    kind === 'replace'
      ? { ...ticket, replaces: { serviceId, leaveOcaIntact } }
      : { ...ticket, conditionalUpon: serviceId },
  );
}

async function pressGroup({ world, trader, systemId }: Stage): Promise<void> {
  const reserved = await trader.call('orders.make-group', { systemId });
  const ocaGroupId =
    reserved?.ocaGroupId ?? `8${String(world.draw.wholeNumber(1, 99_999_999_999_999)).padStart(14, '0')}`;
  for (let member = 0; member < 2; member++) {
    await trader.press({ ...world.market.restingTicket(systemId), ocaGroupId });
  }
}

async function cancelSome({ world, trader, systemId }: Stage): Promise<void> {
  const live = (await trader.liveSignals(systemId)).filter(({ state }) => state === 'working' || state === 'waiting');
  const chosen = live.filter(() => world.draw.chance(2 / Math.max(2, live.length)));
  await trader.cancel(systemId, chosen);
}

const withNetworkFault =
  (fault: NetworkFault): Scene =>
  async (stage) => {
    const ticket = stage.world.market.restingTicket(stage.systemId);
    stage.world.proxy.plan('submitSignal', fault, `"quant":"${ticket.quantity}"`);
    await stage.trader.press(ticket);
  };

/** An order, the start of a copy and a new strategy whose answers are lost. */
export const lostAnswers: Scene = async (stage) => {
  await withNetworkFault('cut-after')(stage);
  stage.world.proxy.plan('startAutoTrade', 'cut-after');
  stage.world.proxy.plan('createNewSystem', 'cut-after');
  await stage.trader.acts.pressCopies(stage.systemId, ['start']);
  await stage.trader.acts.create();
};

const refusedOrder: Scene = async ({ world, trader, systemId }) => {
  await trader.press(world.market.refusableTicket(systemId));
};

/** The service cannot be reached while orders wait. */
const offlineService: Scene = async ({ world, trader, systemId }) => {
  world.proxy.plan('submitSignal', 'slow');
  for (let order = 0; order < 3; order++) await trader.press(world.market.ticket(systemId));
  await world.proxy.refuse();
  await pause(world.toMachineMs(4_000));
  await world.proxy.accept();
};

const unsentOrder: Scene = async ({ world, trader, systemId }) => {
  await world.proxy.refuse();
  await trader.press(world.market.ticket(systemId));
  await pause(20);
  await world.proxy.accept();
};

const decideAfter =
  (scene: Scene, ...choices: NonNullable<Parameters<Trader['decide']>[1]>): Scene =>
  async (stage) => {
    await scene(stage);
    await pause(stage.world.toMachineMs(20_000));
    await stage.trader.decide(stage.systemId, choices, 1);
  };

/** The request of an order gets the fault, and an equal order is entered elsewhere. */
async function enterEqual({ world, trader, systemId }: Stage, fault: NetworkFault, more: object = {}): Promise<void> {
  await world.switchTo({ ownIdsInLists: 'no' });
  const ticket = world.market.restingTicket(systemId);
  world.proxy.plan('submitSignal', fault, `"quant":"${ticket.quantity}"`);
  await trader.press(ticket);
  const limit = ticket.price.kind === 'limit' ? ticket.price.limit : '1';
  const { action, quantity: quant, symbol, instrument: typeofsymbol, duration } = ticket;
  await world.practice.submitElsewhere(systemId, { action, quant, symbol, typeofsymbol, duration, limit, ...more });
  await pause(world.toMachineMs(15_000));
}

/** The answer to our order is lost: the match is ambiguous. */
const equalOrders: Scene = async (stage) => {
  await enterEqual(stage, 'cut-after');
  await stage.trader.decide(stage.systemId, ['pick', 'acknowledge', 'keep-waiting'], 1);
};

/** Our order never arrives and is taken for another, until a list shows the own id of that order. */
const disprovedMatch: Scene = async (stage) => {
  await enterEqual(stage, 'cut-before', { signalid: elsewhereOwnId });
  await stage.world.switchTo({ ownIdsInLists: 'yes' });
  await stage.trader.call('sync.refresh', {
    systemId: stage.systemId,
    datasets: ['signalsWorking', 'signalsAll'],
  });
  await pause(stage.world.toMachineMs(15_000));
};

/** The lists show no own ids, so that only the fingerprint can match. */
const matchedByFingerprint: Scene = async (stage) => {
  await stage.world.switchTo({ ownIdsInLists: 'no' });
  await withNetworkFault('cut-after')(stage);
};

const orderBelievedLost: Scene = async (stage) => {
  await withNetworkFault('cut-before')(stage);
  await pause(stage.world.toMachineMs(135_000));
};

/**
 * An order is believed lost although it was accepted: it waits for its parent, and the lists do not
 * show waiting orders.
 */
const hiddenFromLists: Scene = async (stage) => {
  const { world, trader, systemId } = stage;
  await world.switchTo({ waitingInAll: 'hidden', cancelWaiting: 'allow' });
  await trader.press(world.market.restingTicket(systemId));
  await pause(world.toMachineMs(4_000));
  const parent = (await trader.liveSignals(systemId)).findLast(
    ({ state, serviceId }) => state === 'working' && serviceId,
  );
  const ticket = world.market.restingTicket(systemId);
  world.proxy.plan('submitSignal', 'cut-after', `"quant":"${ticket.quantity}"`);
  await trader.press({ ...ticket, conditionalUpon: parent?.serviceId ?? null });
  await pause(world.toMachineMs(135_000));
};

/**
 * An order is not found in time, while each list has a record that cannot be read and that could be
 * the order. The order stays unknown. Then the lists can be read again.
 */
const unreadableLists: Scene = async (stage) => {
  const { proxy } = stage.world;
  for (let read = 0; read < 300; read++) for (const command of signalReads) proxy.plan(command, 'unreadable-record');
  await withNetworkFault('cut-before')(stage);
  await pause(stage.world.toMachineMs(123_000));
  proxy.clearPlans();
};

const resentOrder = decideAfter(orderBelievedLost, 'send-again-same-id');

/**
 * The user sends an order again. The order waits until another order of the strategy is answered,
 * and becomes too old to be sent.
 */
const resendTooLate: Scene = async (stage) => {
  const { world, trader, systemId } = stage;
  await orderBelievedLost(stage);
  world.proxy.plan('submitSignal', 'slow');
  await trader.press(world.market.ticket(systemId));
  await trader.decide(systemId, ['send-again-same-id'], 1);
  await pause(world.toMachineMs(17_000));
};

/** An order that waits for its parent is replaced: cancel, proof of the cancel, new order. */
const replaceWaiting: Scene = async (stage) => {
  const { world, trader, systemId } = stage;
  await world.switchTo({ cancelWaiting: 'allow' });
  const parent = await enterResting(stage);
  if (parent === null) return;
  const ticket = world.market.restingTicket(systemId);
  const rowId = await trader.press({ ...ticket, conditionalUpon: parent });
  await pause(world.toMachineMs(4_000));
  const child = (await trader.liveSignals(systemId)).find((signal) => signal.rowId === rowId)?.serviceId ?? null;
  if (child === null) return;
  await trader.press({
    ...world.market.restingTicket(systemId),
    replaces: { serviceId: child, leaveOcaIntact: false },
  });
  await pause(world.toMachineMs(4_000));
};

/** The cancel with which a replacement begins is lost, so that the new order stays on hold. */
const unprovedReplacement: Scene = async (stage) => {
  const { world, trader, systemId } = stage;
  const old = await enterResting(stage);
  if (old === null) return;
  for (let request = 0; request < 3; request++) world.proxy.plan('cancelSignal', 'cut-before');
  const parkUntil = Math.floor(world.now() / 1_000) + 3_600;
  const replaces = { serviceId: old, leaveOcaIntact: false };
  await trader.press({ ...world.market.restingTicket(systemId), parkUntil, replaces });
  await pause(world.toMachineMs(20_000));
};

/** The order to be replaced is filled while the new order waits for the proof of the cancel. */
const replacedIsFilled: Scene = async (stage) => {
  const { world, trader, systemId } = stage;
  await unprovedReplacement(stage);
  for (const { symbol, state } of await trader.liveSignals(systemId)) {
    if (state === 'working') await world.practice.setPrice(symbol, '0.01');
  }
  await trader.call('sync.refresh', { systemId, datasets: ['signalsWorking', 'signalsAll'] });
  await pause(world.toMachineMs(4_000));
};

/** Enters an order far from the market. Returns its service signal id; null if it has none yet. */
async function enterResting({ world, trader, systemId }: Stage): Promise<string | null> {
  const rowId = await trader.press(world.market.restingTicket(systemId));
  await pause(world.toMachineMs(4_000));
  return (await trader.liveSignals(systemId)).find((signal) => signal.rowId === rowId)?.serviceId ?? null;
}

/** Sends an act, often with a fault. */
async function changeSomething(stage: Stage): Promise<void> {
  const { draw } = stage.world;
  const press = await stage.trader.acts.next(stage.systemId);
  if (draw.chance(0.4)) await planFault(stage, commandOf(press.work));
  // Plans the fault for the second of the two acts that clone a strategy.
  else if (isClone(press) && draw.chance(0.3)) await planFault(stage, 'changeSystemAttribute');
  await stage.trader.acts.send(press, draw.chance(0.1));
}

const isClone = ({ work }: ActPress): boolean => work.area === 'strategy' && work.request.kind === 'clone';

const pressActs: Scene = async ({ world, trader, systemId }) => {
  if (world.draw.chance(0.3)) await trader.acts.endTargetMode(systemId);
  await trader.acts.pressCopies(systemId, ['start', 'change', 'stop']);
  if (world.draw.chance(0.5)) await trader.acts.pressOtherActs(systemId);
};

const canceledOrder: Scene = async (stage) => {
  await stage.trader.press(stage.world.market.restingTicket(stage.systemId));
  await stage.trader.cancel(stage.systemId, (await stage.trader.liveSignals(stage.systemId)).slice(-1));
};

const filledOrder: Scene = async ({ world, trader, systemId }) => {
  await trader.press({ ...world.market.ticket(systemId), price: { kind: 'market' } });
  await trader.call('sync.refresh', { systemId, datasets: ['signalsWorking', 'signalsAll'] });
};

const scenes: Readonly<Record<string, Scene>> = {
  'cancel.saved': canceledOrder,
  'act.saved': pressActs,
  'group.reserved': pressGroup,
  mirrored: filledOrder,
  'resend-asked': resentOrder,
  'sent-again': resentOrder,
  'resend-dropped': resendTooLate,
  held: offlineService,
  abandoned: decideAfter(offlineService, 'abandon'),
  confirmed: decideAfter(offlineService, 'send-again'),
  'not-sent': unsentOrder,
  refused: refusedOrder,
  'reject-proved': refusedOrder,
  lost: withNetworkFault('cut-after'),
  'own-id-match': withNetworkFault('cut-after'),
  'refused-but-there': withNetworkFault('lie-refused'),
  'fingerprint-match': matchedByFingerprint,
  'many-matches': equalOrders,
  picked: equalOrders,
  'nothing-found': orderBelievedLost,
  'not-verifiable': unreadableLists,
  'match-disproved': disprovedMatch,
  appeared: async (stage) => {
    await withNetworkFault('late')(stage);
    await pause(stage.world.toMachineMs(170_000));
  },
  'watch-ended': async (stage) => {
    await orderBelievedLost(stage);
    await stage.nextDay();
    // The watch reads both lists every five minutes. It ends at one of these readings.
    await pause(stage.world.toMachineMs(310_000));
  },
  acknowledged: decideAfter(orderBelievedLost, 'acknowledge'),
  'kept-waiting': decideAfter(orderBelievedLost, 'keep-waiting'),
  superseded: decideAfter(orderBelievedLost, 'new-order'),
  'cancel-check-asked': decideAfter(orderBelievedLost, 'check-by-cancelling'),
  'cancel-proved': decideAfter(hiddenFromLists, 'check-by-cancelling'),
  'cancel-first-asked': replaceWaiting,
  'cancel-first-proved': replaceWaiting,
  released: replaceWaiting,
  'cancel-first-open': unprovedReplacement,
  'replaced-traded': replacedIsFilled,
};

/**
 * The scene for a fail point of `failPointNames`, such as `order.<transition>.<before|written>`;
 * null if ordinary trading leads to the fail point.
 */
export const sceneFor = (point: string): Scene | null =>
  scenes[point.replace(/^order\./, '').replace(/\.(before|written)$/, '')] ?? null;
