import { hotkeyVerbs, type HotkeyVerb } from '#renderer/stores/hotkey-verbs.ts';
import type { PaletteAction } from '#renderer/stores/actions-store.svelte.ts';
import type { App } from '#renderer/stores/app-context.ts';
import { signalText } from '#renderer/orders/signal-text.ts';

/** Enough to find what is meant by typing; a longer list would only be scrolled. */
const most = 300;

const positionVerbs = [
  ['close', 'Close'],
  ['reverse', 'Reverse'],
  ['scale-out', 'Close part of'],
  ['protect', 'Protect'],
] as const;

/** Verbs that a control of the window offers to the palette itself: that one knows whether it can be used. */
const offered: Readonly<Record<string, HotkeyVerb>> = {
  'desk.arm': 'arm',
  'desk.flatten': 'flatten',
  'desk.kill': 'kill',
  'orders.cancel-all': 'cancel-all',
};

/** The key of an action of the palette: its own, or that of its verb. */
export const keysOf = (action: PaletteAction, { hotkeys }: Pick<App, 'hotkeys'>): string | null => {
  const verb = offered[action.id];
  return action.keys ?? (verb === undefined ? null : hotkeys.map.bindings[verb].combo);
};

/** Every other verb of the key map, with its key. From the palette it shows what it would do and sends nothing. */
export const verbActions = (
  { hotkeys }: Pick<App, 'hotkeys'>,
  run: (verb: HotkeyVerb) => void,
): readonly PaletteAction[] =>
  hotkeyVerbs
    .filter(({ id }) => !Object.values(offered).includes(id))
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

/** What the palette reaches by name: positions with what can be done to them, working orders, symbols. */
export function targetActions(
  app: Pick<App, 'exits' | 'positions' | 'router' | 'signals' | 'ticket'>,
): readonly PaletteAction[] {
  const positions = (app.positions.list ?? []).slice(0, most);
  const orders = (app.signals.list ?? []).filter(({ state }) => state === 'working').slice(0, most);
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
        app.signals.show(signal.rowId);
      },
    })),
    ...symbolActions(app),
  ];
}

function symbolActions({ positions, router, signals, ticket }: Parameters<typeof targetActions>[0]): PaletteAction[] {
  const known = new Map((signals.list ?? []).map(({ symbol, instrument }) => [symbol, instrument]));
  for (const { symbol, instrument } of positions.list ?? []) known.set(symbol, instrument);
  return [...known].slice(0, most).map(([symbol, instrument]) => ({
    id: `symbol.${symbol}`,
    label: `${symbol} to the ticket`,
    group: 'Symbols',
    run: () => {
      router.go('trade');
      ticket.change(instrument === null ? { symbol } : { symbol, instrument });
    },
  }));
}
