/**
 * The actions of hotkeys. `order` adds risk and sends only while armed. `exit` needs no arming.
 * `plain` sends nothing.
 */
export const hotkeyVerbs = [
  { id: 'buy-market', label: 'Buy at market', kind: 'order', combo: 'Alt+B' },
  { id: 'sell-market', label: 'Sell at market', kind: 'order', combo: 'Alt+S' },
  { id: 'buy-limit', label: 'Buy, limit at the last own price −', kind: 'order', combo: 'Alt+Shift+B' },
  { id: 'sell-limit', label: 'Sell, limit at the last own price +', kind: 'order', combo: 'Alt+Shift+S' },
  { id: 'repeat', label: 'Repeat the last order', kind: 'preview', combo: 'Alt+L' },
  { id: 'close', label: 'Close this position', kind: 'exit', combo: 'Alt+C' },
  { id: 'scale-out', label: 'Partial close of this position', kind: 'preview', combo: 'Alt+O' },
  { id: 'protect', label: 'Protect this position', kind: 'preview', combo: 'Alt+P' },
  { id: 'reverse', label: 'Reverse this position', kind: 'order', combo: 'Alt+R' },
  { id: 'cancel-selected', label: 'Cancel the selected orders', kind: 'exit', combo: 'Alt+X' },
  { id: 'cancel-symbol', label: 'Cancel the orders of this symbol', kind: 'exit', combo: 'Alt+Y' },
  { id: 'cancel-all', label: 'Cancel all orders', kind: 'exit', combo: 'Alt+Shift+X' },
  { id: 'flatten', label: 'Flatten all', kind: 'preview', combo: 'Alt+Shift+F' },
  { id: 'change', label: 'Change a working order', kind: 'preview', combo: 'Alt+W' },
  { id: 'size-1', label: 'Size 1', kind: 'plain', combo: 'Alt+Shift+1' },
  { id: 'size-2', label: 'Size 2', kind: 'plain', combo: 'Alt+Shift+2' },
  { id: 'size-3', label: 'Size 3', kind: 'plain', combo: 'Alt+Shift+3' },
  { id: 'size-4', label: 'Size 4', kind: 'plain', combo: 'Alt+Shift+4' },
  { id: 'size-5', label: 'Size 5', kind: 'plain', combo: 'Alt+Shift+5' },
  { id: 'focus-symbol', label: 'Go to the symbol of the ticket', kind: 'plain', combo: 'Alt+Q' },
  { id: 'arm', label: 'Arm or disarm', kind: 'plain', combo: 'Alt+A' },
  { id: 'kill', label: 'Kill switch, at once', kind: 'plain', combo: 'Alt+Shift+K' },
] as const satisfies readonly {
  readonly id: string;
  readonly label: string;
  readonly kind: 'order' | 'exit' | 'preview' | 'plain';
  readonly combo: string;
}[];

export type HotkeyVerb = (typeof hotkeyVerbs)[number]['id'];

/**
 * True if a binding may send at once. Flatten, repeat and verbs that need typing are always
 * previewed.
 */
export const maySend = (verb: HotkeyVerb): boolean =>
  hotkeyVerbs.some(({ id, kind }) => id === verb && (kind === 'order' || kind === 'exit'));
