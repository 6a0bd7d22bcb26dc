import { hotkeyVerbs, type HotkeyVerb } from '#renderer/stores/hotkey-verbs.ts';
import type { PaletteAction } from '#renderer/stores/actions-store.svelte.ts';
import type { App } from '#renderer/stores/app-context.ts';
import { signalText } from '#renderer/orders/signal-text.ts';

/** The palette shows at most this many commands of one group, because each costs an element. */
const maxShown = 300;

const positionVerbs = [
  ['close', 'Close'],
  ['reverse', 'Reverse'],
  ['scale-out', 'Partial close of'],
  ['protect', 'Protect'],
] as const;

/**
 * Verbs whose control adds its own palette command, because it knows whether the verb is available.
 */
const controlVerbs: Readonly<Record<string, HotkeyVerb>> = {
  'desk.arm': 'arm',
  'desk.flatten': 'flatten',
  'desk.kill': 'kill',
};

/** The keys of a palette command: its own, or those of its verb. */
export const keysOf = (action: PaletteAction, { hotkeys }: Pick<App, 'hotkeys'>): string | null => {
  const verb = controlVerbs[action.id];
  return action.keys ?? (verb === undefined ? null : hotkeys.map.bindings[verb].combo);
};

/**
 * Palette commands for the verbs that are not in `controlVerbs`, with their keys. A verb that is
 * run from the palette never sends at once.
 */
export const verbActions = (
  { hotkeys }: Pick<App, 'hotkeys'>,
  run: (verb: HotkeyVerb) => void,
): readonly PaletteAction[] =>
  hotkeyVerbs
    .filter(({ id }) => !Object.values(controlVerbs).includes(id))
    .map(({ id, label }) => {
      const { combo } = hotkeys.map.bindings[id];
      return {
        id: `verb.${id}`,
        label,
        group: 'Orders',
        ...(combo === null ? {} : { keys: combo }),
        run: () => run(id),
      };
    });

/**
 * The commands of one group to show for the typed text. A long group begins with those that contain
 * each typed word.
 */
export function shownActions(actions: readonly PaletteAction[], typed: string): readonly PaletteAction[] {
  if (actions.length <= maxShown) return actions;
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const hasWords = ({ label }: PaletteAction): boolean => words.every((word) => label.toLowerCase().includes(word));
  return [...actions.filter(hasWords), ...actions.filter((action) => !hasWords(action))].slice(0, maxShown);
}

/** Palette commands for positions, working orders and symbols. */
export function listActions(
  app: Pick<App, 'exits' | 'positions' | 'router' | 'signals' | 'ticket'>,
): readonly PaletteAction[] {
  const positions = app.positions.list ?? [];
  const orders = (app.signals.list ?? []).filter(({ state }) => state === 'working');
  return [
    ...positions.flatMap(({ id, symbol }) =>
      positionVerbs.map(([kind, label]): PaletteAction => ({
        id: `position.${kind}.${id}`,
        label: `${label} ${symbol}`,
        group: 'Positions',
        run: () => app.exits.open({ kind, positionId: id }),
      })),
    ),
    ...orders.map((signal): PaletteAction => ({
      id: `order.${signal.rowId}`,
      label: signalText(signal),
      group: 'Working orders',
      run: () => {
        app.router.go('trade');
        app.signals.showDetails(signal.rowId);
      },
    })),
    ...symbolActions(app),
  ];
}

function symbolActions({ positions, router, signals, ticket }: Parameters<typeof listActions>[0]): PaletteAction[] {
  const instrumentBySymbol = new Map((signals.list ?? []).map(({ symbol, instrument }) => [symbol, instrument]));
  for (const { symbol, instrument } of positions.list ?? []) instrumentBySymbol.set(symbol, instrument);
  return [...instrumentBySymbol].map(([symbol, instrument]) => ({
    id: `symbol.${symbol}`,
    label: `${symbol} to the ticket`,
    group: 'Symbols',
    run: () => {
      router.go('trade');
      ticket.chooseSymbol(symbol, instrument);
    },
  }));
}
