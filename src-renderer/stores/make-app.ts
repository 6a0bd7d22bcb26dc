import type { Bridge } from '#contract/bridge.ts';
import { ActionsStore } from './actions-store.svelte.ts';
import { ActivityStore } from './activity-store.svelte.ts';
import type { App } from './app-context.ts';
import { BundleStore } from './bundle-store.svelte.ts';
import { CancelStore } from './cancel-store.svelte.ts';
import { ClockStore } from './clock-store.svelte.ts';
import { OrderToTicketStore } from './order-to-ticket-store.svelte.ts';
import { DeskStore } from './desk-store.svelte.ts';
import { ExitStore } from './exit-store.svelte.ts';
import { GlobalKeysStore } from './global-keys-store.svelte.ts';
import { HotkeysStore } from './hotkeys-store.svelte.ts';
import { QuickOrderStore } from './quick-order-store.svelte.ts';
import { ProgramConnectionStore } from './program-connection-store.svelte.ts';
import { FocusedRowStore } from './focused-row-store.svelte.ts';
import { PositionsStore } from './positions-store.svelte.ts';
import { PracticeStore } from './practice-store.svelte.ts';
import { PreferencesStore } from './preferences-store.svelte.ts';
import { RehearsalStore } from './rehearsal-store.svelte.ts';
import { RouterStore } from './router-store.svelte.ts';
import { SignalsStore } from './signals-store.svelte.ts';
import { StatusStore } from './status-store.svelte.ts';
import { StrategiesStore } from './strategies-store.svelte.ts';
import { StrategyStore } from './strategy-store.svelte.ts';
import { TargetDraftStore } from './target-draft-store.svelte.ts';
import { TargetLockStore } from './target-lock-store.svelte.ts';
import { TicketStore } from './ticket-store.svelte.ts';
import { ToastsStore } from './toasts-store.svelte.ts';
import { WindowFaultStore } from './window-fault-store.svelte.ts';

export type Surroundings = {
  readonly bridge: Bridge;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly uuid: () => string;
  readonly window: Pick<Window, 'location' | 'addEventListener' | 'removeEventListener'>;
};

/** Creates the stores in the order of their dependencies. `dispose` ends them in reverse. */
export function makeApp({ bridge, now, uuid, window }: Surroundings): { app: App; dispose: () => void } {
  const clock = new ClockStore(now);
  const router = new RouterStore(window);
  const programConnection = new ProgramConnectionStore();
  const toasts = new ToastsStore();
  const status = new StatusStore(bridge);
  const bundle = new BundleStore(bridge, uuid);
  const desk = new DeskStore(bridge, clock);
  const preferences = new PreferencesStore(bridge, toasts);
  const strategies = new StrategiesStore(bridge, status);
  const strategy = new StrategyStore({ bridge, clock, status, preferences, strategies, toasts });
  const signals = new SignalsStore(bridge, strategy);
  const positions = new PositionsStore(bridge, strategy);
  const exits = new ExitStore({ bridge, strategy, uuid });
  const targetDraft = new TargetDraftStore({ bridge, status, strategy });
  const targetLock = new TargetLockStore({ bridge, strategy, uuid });
  const activity = new ActivityStore(bridge);
  const practice = new PracticeStore(bridge);
  const parts = { bridge, clock, positions, practice, preferences, signals, strategy, uuid };
  const ticket = new TicketStore(parts);
  const orderToTicket = new OrderToTicketStore({ status, strategies, strategy, ticket, toasts });
  const cancels = new CancelStore();
  const quickTicket = new TicketStore({ ...parts, storesDraft: false });
  const quickOrder = new QuickOrderStore({ ticket: quickTicket, uuid, exits, cancels });
  const rehearsal = new RehearsalStore(bridge, uuid);
  const hotkeys = new HotkeysStore(preferences);
  const globalKeys = new GlobalKeysStore(bridge, preferences);
  const app: App = {
    bridge,
    uuid,
    clock,
    router,
    programConnection,
    windowFault: new WindowFaultStore(),
    toasts,
    status,
    bundle,
    desk,
    preferences,
    strategies,
    strategy,
    signals,
    positions,
    exits,
    targetDraft,
    targetLock,
    cancels,
    focusedRow: new FocusedRowStore(),
    activity,
    practice,
    ticket,
    orderToTicket,
    quickOrder,
    rehearsal,
    hotkeys,
    globalKeys,
    actions: new ActionsStore(),
  };
  return { app, dispose: () => disposeAll(app) };
}

/** Disposes the members of `app` in reverse, so that a store ends before those it depends on. */
function disposeAll(app: App): void {
  for (const store of Object.values(app).reverse()) if ('dispose' in store) store.dispose();
}
