/** Fixed keys of the window. The hotkeys of orders are in `hotkey-verbs.ts`. */
export type WindowKey = {
  readonly scope: 'Everywhere' | 'Tables' | 'Working orders and positions' | 'Order preview by key';
  readonly keys: string;
  readonly label: string;
};

export const windowKeys: readonly WindowKey[] = [
  { scope: 'Everywhere', keys: '? or F1', label: 'Keyboard shortcuts' },
  { scope: 'Everywhere', keys: 'Ctrl+K', label: 'Command palette (⌘K on macOS)' },
  { scope: 'Everywhere', keys: 'Alt+1 … Alt+5', label: 'Trade, Review, Strategies, Activity, Settings' },
  { scope: 'Everywhere', keys: 'Esc', label: 'Close the dialog or the menu. Sends nothing' },
  { scope: 'Tables', keys: '↑ ↓ PageUp PageDown', label: 'Move by a row or a page; with Shift select' },
  { scope: 'Tables', keys: '→ ←', label: 'Open and close a group; move to the buttons of the row' },
  { scope: 'Tables', keys: 'Home End', label: 'First and last row' },
  { scope: 'Tables', keys: 'Space, Ctrl+A', label: 'Select the row, select all' },
  { scope: 'Tables', keys: 'Enter', label: 'Open the row' },
  { scope: 'Tables', keys: 'Shift+F10', label: 'Menu of the row' },
  { scope: 'Working orders and positions', keys: 'Delete', label: 'Cancel the selected orders' },
  { scope: 'Working orders and positions', keys: 'R', label: 'Order: replace it. Position: reverse it' },
  { scope: 'Working orders and positions', keys: 'T', label: 'Order: copy it to the ticket' },
  { scope: 'Working orders and positions', keys: 'C S P', label: 'Position: close, close partly, protect' },
  { scope: 'Order preview by key', keys: '↑ ↓', label: 'Price by a tick; with Shift ten ticks' },
  { scope: 'Order preview by key', keys: '+ − PageUp PageDown', label: 'Quantity' },
  { scope: 'Order preview by key', keys: '1 … 5', label: 'Size' },
  { scope: 'Order preview by key', keys: 'M L S', label: 'Market, limit, stop' },
  { scope: 'Order preview by key', keys: 'D B', label: 'DAY or GTC, bracket on or off' },
  { scope: 'Order preview by key', keys: 'P Q', label: 'Type a price, a quantity' },
  { scope: 'Order preview by key', keys: 'Tab', label: 'Next working order' },
  { scope: 'Order preview by key', keys: 'T', label: 'Move it to the ticket' },
  { scope: 'Order preview by key', keys: 'Enter', label: 'Send' },
];
