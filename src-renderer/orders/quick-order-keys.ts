import type { OrderKind } from '#contract/model/signal.ts';

/** What a key changes in the quick order before it is sent. */
export type QuickOrderAct =
  | { readonly type: 'price'; readonly ticks: number }
  | { readonly type: 'quantity'; readonly steps: number }
  | { readonly type: 'size'; readonly size: number }
  | { readonly type: 'kind'; readonly kind: OrderKind }
  | { readonly type: 'duration' | 'ticket' | 'bracket' }
  | { readonly type: 'field'; readonly field: 'price' | 'quantity' }
  | { readonly type: 'walk'; readonly step: 1 | -1 };

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>;

const letters: Readonly<Record<string, QuickOrderAct>> = {
  m: { type: 'kind', kind: 'market' },
  l: { type: 'kind', kind: 'limit' },
  s: { type: 'kind', kind: 'stop' },
  d: { type: 'duration' },
  b: { type: 'bracket' },
  t: { type: 'ticket' },
  p: { type: 'field', field: 'price' },
  q: { type: 'field', field: 'quantity' },
};

/**
 * Price: ↑ ↓. Quantity: + − or page keys. Sizes: 1 to 5. Order type: a letter. Tab: next working
 * order.
 */
export function quickOrderKey(press: Press): QuickOrderAct | null {
  if (press.ctrlKey || press.altKey || press.metaKey) return null;
  const times = press.shiftKey ? 10 : 1;
  const size = /^Digit([1-5])$/.exec(press.code)?.[1];
  if (size !== undefined && !press.shiftKey) return { type: 'size', size: Number(size) };
  switch (press.key) {
    case 'Tab':
      return { type: 'walk', step: press.shiftKey ? -1 : 1 };
    case 'ArrowUp':
      return { type: 'price', ticks: times };
    case 'ArrowDown':
      return { type: 'price', ticks: -times };
    case '+':
    case '=':
    case 'PageUp':
      return { type: 'quantity', steps: press.key === '+' ? 1 : times };
    case '-':
    case 'PageDown':
      return { type: 'quantity', steps: -times };
    default:
      return press.shiftKey ? null : (letters[press.key.toLowerCase()] ?? null);
  }
}
