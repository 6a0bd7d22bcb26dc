import { createContext } from 'svelte';
import type { Bridge } from '#contract/bridge.ts';
import type { ActionsStore } from './actions-store.svelte.ts';
import type { ActivityStore } from './activity-store.svelte.ts';
import type { BundleStore } from './bundle-store.svelte.ts';
import type { CancelStore } from './cancel-store.svelte.ts';
import type { ClockStore } from './clock-store.svelte.ts';
import type { OrderToTicketStore } from './order-to-ticket-store.svelte.ts';
import type { DeskStore } from './desk-store.svelte.ts';
import type { ExitStore } from './exit-store.svelte.ts';
import type { GlobalKeysStore } from './global-keys-store.svelte.ts';
import type { HotkeysStore } from './hotkeys-store.svelte.ts';
import type { QuickOrderStore } from './quick-order-store.svelte.ts';
import type { ProgramConnectionStore } from './program-connection-store.svelte.ts';
import type { FocusedRowStore } from './focused-row-store.svelte.ts';
import type { PositionsStore } from './positions-store.svelte.ts';
import type { PracticeStore } from './practice-store.svelte.ts';
import type { PreferencesStore } from './preferences-store.svelte.ts';
import type { RehearsalStore } from './rehearsal-store.svelte.ts';
import type { RouterStore } from './router-store.svelte.ts';
import type { SignalsStore } from './signals-store.svelte.ts';
import type { StatusStore } from './status-store.svelte.ts';
import type { StrategiesStore } from './strategies-store.svelte.ts';
import type { StrategyStore } from './strategy-store.svelte.ts';
import type { TargetDraftStore } from './target-draft-store.svelte.ts';
import type { TargetLockStore } from './target-lock-store.svelte.ts';
import type { TicketStore } from './ticket-store.svelte.ts';
import type { ToastsStore } from './toasts-store.svelte.ts';
import type { WindowFaultStore } from './window-fault-store.svelte.ts';

/** The stores of the window. Created once in `app/start.ts`. */
export type App = {
  readonly bridge: Bridge;
  /** Creates a new id. */
  readonly uuid: () => string;
  readonly actions: ActionsStore;
  readonly activity: ActivityStore;
  readonly bundle: BundleStore;
  readonly cancels: CancelStore;
  readonly clock: ClockStore;
  readonly orderToTicket: OrderToTicketStore;
  readonly desk: DeskStore;
  readonly exits: ExitStore;
  readonly targetDraft: TargetDraftStore;
  readonly targetLock: TargetLockStore;
  readonly globalKeys: GlobalKeysStore;
  readonly hotkeys: HotkeysStore;
  readonly quickOrder: QuickOrderStore;
  readonly rehearsal: RehearsalStore;
  readonly programConnection: ProgramConnectionStore;
  readonly focusedRow: FocusedRowStore;
  readonly positions: PositionsStore;
  readonly practice: PracticeStore;
  readonly preferences: PreferencesStore;
  readonly router: RouterStore;
  readonly signals: SignalsStore;
  readonly status: StatusStore;
  readonly strategies: StrategiesStore;
  readonly strategy: StrategyStore;
  readonly ticket: TicketStore;
  readonly toasts: ToastsStore;
  readonly windowFault: WindowFaultStore;
};

/** Components call `useApp()`. The root component calls `provideApp(app)` once. */
export const [useApp, provideApp] = createContext<App>();
