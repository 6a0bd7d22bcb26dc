type Row = {
  readonly action: string;
  readonly label: string;
  /** A shorter label, for the keys that a dialog lists. */
  readonly hint?: string;
};
type Scopes = Readonly<Record<string, Readonly<Record<string, Row>>>>;

/**
 * Every key of the program: scope, chord, action, label. A chord is written as tinykeys reads it
 * (`$mod` is Ctrl, on macOS Meta; `[Shift]` may be down). Rows of one scope with the same label are
 * shown together. A chord that occurs twice in a scope does not compile.
 *
 * `keyAction` finds the action of a key press. Handled elsewhere:
 * - Orders: `stores/hotkey-map.ts`. These chords are the defaults, which the trader can change.
 * - Tables: keys move a focus that depends on the rows, see `grid/grid-keys.ts`.
 * - Dialogs: bits-ui in a dialog or menu, and the browser for a button that has the focus.
 * - System-wide: the operating system, see `stores/global-keys-store.svelte.ts`.
 * - Not listed: typing in a field (arrows step a number, Esc clears a filter, a letter chooses in a
 *   list), typing a number into the target table, and arrow keys within one control (toolbar, plot,
 *   list of readings), because they follow the pattern of that control.
 */
export const keyboardMap = {
  Orders: {
    'Alt+B': { action: 'buy-market', label: 'Buy at market' },
    'Alt+S': { action: 'sell-market', label: 'Sell at market' },
    'Alt+Shift+B': { action: 'buy-limit', label: 'Buy, limit at your last fill price − offset' },
    'Alt+Shift+S': { action: 'sell-limit', label: 'Sell, limit at your last fill price + offset' },
    'Alt+L': { action: 'repeat', label: 'Repeat the last order' },
    'Alt+C': { action: 'close', label: 'Close this position' },
    'Alt+O': { action: 'scale-out', label: 'Partial close of this position' },
    'Alt+P': { action: 'protect', label: 'Protect this position' },
    'Alt+R': { action: 'reverse', label: 'Reverse this position' },
    'Alt+X': { action: 'cancel-selected', label: 'Cancel the selected orders' },
    'Alt+Y': { action: 'cancel-symbol', label: 'Cancel the orders of this symbol' },
    'Alt+Shift+X': { action: 'cancel-all', label: 'Cancel all orders' },
    'Alt+Shift+F': { action: 'flatten', label: 'Flatten all' },
    'Alt+W': { action: 'change', label: 'Change a working order' },
    'Alt+Shift+1': { action: 'size-1', label: 'Size 1' },
    'Alt+Shift+2': { action: 'size-2', label: 'Size 2' },
    'Alt+Shift+3': { action: 'size-3', label: 'Size 3' },
    'Alt+Shift+4': { action: 'size-4', label: 'Size 4' },
    'Alt+Shift+5': { action: 'size-5', label: 'Size 5' },
    'Alt+Q': { action: 'focus-symbol', label: 'Go to the symbol of the ticket' },
    'Alt+A': { action: 'arm', label: 'Arm or disarm' },
    'Alt+Shift+K': { action: 'kill', label: 'Kill switch, at once' },
  },
  Everywhere: {
    '[Shift]+?': { action: 'shortcuts', label: 'Keyboard shortcuts' },
    F1: { action: 'shortcuts', label: 'Keyboard shortcuts' },
    '$mod+KeyK': { action: 'palette', label: 'Command palette' },
    'Alt+Digit1': { action: 'trade', label: 'Trade' },
    'Alt+Digit2': { action: 'review', label: 'Review' },
    'Alt+Digit3': { action: 'strategies', label: 'Strategies' },
    'Alt+Digit4': { action: 'autotrade', label: 'AutoTrade' },
    'Alt+Digit5': { action: 'activity', label: 'Activity' },
    'Alt+Digit6': { action: 'settings', label: 'Settings' },
    'Alt+Digit7': { action: 'people', label: 'People' },
    'Alt+KeyG': { action: 'target', label: 'Target portfolio' },
    F6: { action: 'next-panel', label: 'Next panel' },
    'Shift+F6': { action: 'previous-panel', label: 'Previous panel' },
  },
  Dialogs: {
    Enter: { action: 'press', label: 'Press the button in focus' },
    Escape: { action: 'close', label: 'Close the dialog or the menu. Sends nothing' },
  },
  Ticket: {
    'Control+Enter': { action: 'preview', label: 'Preview the order' },
    'Meta+Enter': { action: 'preview', label: 'Preview the order' },
  },
  Tables: {
    ArrowUp: { action: 'up', label: 'Move by a row or a page. With Shift, select' },
    ArrowDown: { action: 'down', label: 'Move by a row or a page. With Shift, select' },
    PageUp: { action: 'page-up', label: 'Move by a row or a page. With Shift, select' },
    PageDown: { action: 'page-down', label: 'Move by a row or a page. With Shift, select' },
    ArrowRight: { action: 'right', label: 'Open or close a group, move to the buttons of the row' },
    ArrowLeft: { action: 'left', label: 'Open or close a group, move to the buttons of the row' },
    Home: {
      action: 'first',
      label: 'First or last cell of the row. If the whole row has the focus: first or last row',
    },
    End: { action: 'last', label: 'First or last cell of the row. If the whole row has the focus: first or last row' },
    '$mod+Home': { action: 'first-of-all', label: 'First or last row' },
    '$mod+End': { action: 'last-of-all', label: 'First or last row' },
    Space: { action: 'select', label: 'Select the row' },
    '$mod+A': { action: 'select-all', label: 'Select all rows' },
    Enter: { action: 'open', label: 'Open the row' },
    Delete: {
      action: 'remove',
      label: 'Cancel the selected orders. In the target table, leave the selected rows out of the list',
    },
    'Shift+F10': { action: 'menu', label: 'Menu of the row or of the columns' },
    'Shift+ArrowLeft': { action: 'narrower', label: 'Column: resize' },
    'Shift+ArrowRight': { action: 'wider', label: 'Column: resize' },
    'Alt+ArrowLeft': { action: 'move-left', label: 'Column: move' },
    'Alt+ArrowRight': { action: 'move-right', label: 'Column: move' },
  },
  'Orders table': {
    r: { action: 'replace', label: 'Replace the order' },
    t: { action: 'copy', label: 'Copy the order to the ticket' },
  },
  'Positions table': {
    c: { action: 'close', label: 'Close the position' },
    r: { action: 'reverse', label: 'Reverse the position' },
    s: { action: 'scale-out', label: 'Close a part' },
    p: { action: 'protect', label: 'Protect the position' },
    k: { action: 'keep-overnight', label: 'Keep the protection overnight' },
    x: { action: 'trim', label: 'Cancel excess exits' },
    t: { action: 'ticket', label: 'Load a closing order into the ticket' },
  },
  'Target table': {
    e: { action: 'edit', label: 'Change the new quantity' },
    F2: { action: 'edit', label: 'Change the new quantity' },
    k: { action: 'keep', label: 'Keep what is held, for the selected rows' },
    n: { action: 'add', label: 'Add a symbol' },
    '$mod+KeyZ': { action: 'undo', label: 'Undo' },
    '$mod+KeyY': { action: 'redo', label: 'Redo' },
    '$mod+Enter': { action: 'review', label: 'Review the list' },
  },
  'AutoTrade table': {
    s: { action: 'start', label: 'Start a copy' },
    e: { action: 'change', label: 'Change the settings of the copy' },
    x: { action: 'stop', label: 'Stop the copy' },
  },
  'Strategies table': {
    n: { action: 'create', label: 'Create a strategy' },
    c: { action: 'clone', label: 'Clone the strategy' },
    e: { action: 'change', label: 'Edit the strategy' },
  },
  'Roster table': {
    s: { action: 'begin', label: 'Subscribe to the strategy' },
    w: { action: 'watch', label: 'Watch the strategy, or stop watching it' },
    c: { action: 'compare', label: 'Compare the strategy, or leave it out' },
  },
  'Subscriptions table': {
    s: { action: 'copy', label: 'Set up AutoTrade for the strategy' },
    x: { action: 'end', label: 'End the subscription' },
  },
  'Subscribers table': {
    x: { action: 'end', label: 'Stage the end of the selected subscriptions' },
    a: { action: 'addresses', label: 'Show or mask the e-mail addresses' },
  },
  'People table': {
    e: { action: 'person.change', label: 'Stage a change of the selected people' },
    l: { action: 'license.create', label: 'Stage a license for the selected people' },
    s: { action: 'subscription.begin', label: 'Stage a subscription of the selected people' },
    x: { action: 'subscription.end', label: 'Stage the end of a subscription' },
    u: { action: 'unmark', label: 'Remove the deletion mark of the selected people (Delete sets it)' },
    '$mod+Enter': { action: 'plan', label: 'Plan the staged changes' },
    a: { action: 'addresses', label: 'Show or mask the e-mail addresses' },
  },
  'Changes table': {
    n: { action: 'add', label: 'Stage a change' },
    i: { action: 'import', label: 'Import changes' },
    '$mod+Enter': { action: 'plan', label: 'Plan the staged changes' },
  },
  'Order preview by key': {
    ArrowUp: { action: 'price-up', label: 'Price by a tick', hint: 'price' },
    ArrowDown: { action: 'price-down', label: 'Price by a tick', hint: 'price' },
    'Shift+ArrowUp': { action: 'price-up-10', label: 'Price by ten ticks' },
    'Shift+ArrowDown': { action: 'price-down-10', label: 'Price by ten ticks' },
    '[Shift]++': { action: 'quantity-up', label: 'Quantity by a step', hint: 'quantity' },
    '-': { action: 'quantity-down', label: 'Quantity by a step', hint: 'quantity' },
    '=': { action: 'quantity-up', label: 'Quantity by a step' },
    PageUp: { action: 'quantity-up', label: 'Quantity by a step' },
    PageDown: { action: 'quantity-down', label: 'Quantity by a step' },
    // The minus key with Shift: on the numeric keypad, and beside the digits.
    'Shift+-': { action: 'quantity-down-10', label: 'Quantity by ten steps' },
    'Shift+_': { action: 'quantity-down-10', label: 'Quantity by ten steps' },
    'Shift+PageUp': { action: 'quantity-up-10', label: 'Quantity by ten steps' },
    'Shift+PageDown': { action: 'quantity-down-10', label: 'Quantity by ten steps' },
    Digit1: { action: 'size-1', label: 'Size', hint: 'size' },
    Digit2: { action: 'size-2', label: 'Size', hint: 'size' },
    Digit3: { action: 'size-3', label: 'Size', hint: 'size' },
    Digit4: { action: 'size-4', label: 'Size', hint: 'size' },
    Digit5: { action: 'size-5', label: 'Size', hint: 'size' },
    m: { action: 'market', label: 'Market, limit, stop', hint: 'order type' },
    l: { action: 'limit', label: 'Market, limit, stop', hint: 'order type' },
    s: { action: 'stop', label: 'Market, limit, stop', hint: 'order type' },
    d: { action: 'duration', label: 'DAY or GTC', hint: 'DAY or GTC' },
    b: { action: 'bracket', label: 'Bracket on or off', hint: 'bracket' },
    p: { action: 'type-price', label: 'Type a price, a quantity', hint: 'type a number' },
    q: { action: 'type-quantity', label: 'Type a price, a quantity', hint: 'type a number' },
    Tab: { action: 'next-order', label: 'Next or previous working order', hint: 'next working order' },
    'Shift+Tab': { action: 'previous-order', label: 'Next or previous working order' },
    t: { action: 'ticket', label: 'Move it to the ticket', hint: 'move to the ticket' },
    r: { action: 'rehearse', label: 'Rehearse it on practice' },
  },
  Review: {
    'Control+Enter': { action: 'save-note', label: 'Save the note' },
    'Meta+Enter': { action: 'save-note', label: 'Save the note' },
    f: { action: 'explain', label: 'Month table: explain the figure' },
    Space: { action: 'explain', label: 'Month table: explain the figure' },
    Escape: { action: 'leave', label: 'Close the trade details, show current data' },
  },
  'System-wide': {
    'Ctrl+Alt+Shift+K': { action: 'kill', label: 'Kill switch, at once' },
    'Ctrl+Alt+Shift+F': { action: 'flatten', label: 'Flatten all: shows the plan' },
    'Ctrl+Alt+Shift+X': { action: 'cancel-all', label: 'Cancel all orders: shows the plan' },
    'Ctrl+Alt+Shift+S': { action: 'show', label: 'Bring the window to the front' },
  },
} as const satisfies Scopes;

export type KeyScope = keyof typeof keyboardMap;
type KeyboardMap = typeof keyboardMap;
type ActionsOf<Rows> = {
  readonly [Chord in keyof Rows]: Rows[Chord] extends Row ? Rows[Chord]['action'] : never;
}[keyof Rows];
export type KeyActionOf<Scope extends KeyScope> = { readonly [One in Scope]: ActionsOf<KeyboardMap[One]> }[Scope];

export type KeyRow<Scope extends KeyScope = KeyScope> = {
  readonly chord: string;
  readonly action: KeyActionOf<Scope>;
  readonly label: string;
  readonly hint?: string;
};

const isScope = (name: string): name is KeyScope => Object.hasOwn(keyboardMap, name);
export const keyScopes: readonly KeyScope[] = Object.keys(keyboardMap).filter(isScope);

const rows = new Map<KeyScope, readonly KeyRow[]>(
  keyScopes.map((scope) => [
    scope,
    Object.entries<Omit<KeyRow, 'chord'>>(keyboardMap[scope]).map(([chord, row]) => ({ chord, ...row })),
  ]),
);

export function keyRows<Scope extends KeyScope>(scope: Scope): readonly KeyRow<Scope>[];
export function keyRows(scope: KeyScope): readonly KeyRow[] {
  return rows.get(scope) ?? [];
}
