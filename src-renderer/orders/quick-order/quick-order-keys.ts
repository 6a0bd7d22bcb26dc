import type { OrderKind } from '#contract/model/signal.ts';
import { keyAction } from '#renderer/ui/key-action.ts';
import type { KeyActionOf } from '#renderer/ui/keyboard-map.ts';

/** What a key does in the quick order before it is sent. */
export type QuickOrderEffect =
  | { readonly type: 'price'; readonly ticks: number }
  | { readonly type: 'quantity'; readonly steps: number }
  | { readonly type: 'size'; readonly preset: number }
  | { readonly type: 'kind'; readonly kind: OrderKind }
  | { readonly type: 'duration' | 'ticket' | 'bracket' | 'rehearse' }
  | { readonly type: 'field'; readonly field: 'price' | 'quantity' }
  | { readonly type: 'adjacent-order'; readonly step: 1 | -1 }
  /** The key is typed into the field that confirms the size. */
  | { readonly type: 'type-size' };

/** What each key action of the quick order does. */
export const quickOrderEffects: Readonly<Record<KeyActionOf<'Order preview by key'>, QuickOrderEffect>> = {
  'price-up': { type: 'price', ticks: 1 },
  'price-down': { type: 'price', ticks: -1 },
  'price-up-10': { type: 'price', ticks: 10 },
  'price-down-10': { type: 'price', ticks: -10 },
  'quantity-up': { type: 'quantity', steps: 1 },
  'quantity-down': { type: 'quantity', steps: -1 },
  'quantity-up-10': { type: 'quantity', steps: 10 },
  'quantity-down-10': { type: 'quantity', steps: -10 },
  'size-1': { type: 'size', preset: 1 },
  'size-2': { type: 'size', preset: 2 },
  'size-3': { type: 'size', preset: 3 },
  'size-4': { type: 'size', preset: 4 },
  'size-5': { type: 'size', preset: 5 },
  market: { type: 'kind', kind: 'market' },
  limit: { type: 'kind', kind: 'limit' },
  stop: { type: 'kind', kind: 'stop' },
  duration: { type: 'duration' },
  bracket: { type: 'bracket' },
  ticket: { type: 'ticket' },
  rehearse: { type: 'rehearse' },
  'type-price': { type: 'field', field: 'price' },
  'type-quantity': { type: 'field', field: 'quantity' },
  'next-order': { type: 'adjacent-order', step: 1 },
  'previous-order': { type: 'adjacent-order', step: -1 },
};

/**
 * What a key press does. Null for a key that has no action here. While the trader has to type the
 * size to confirm it, a digit is part of the typed size and does not choose a preset size.
 */
export function quickOrderKey(event: KeyboardEvent, isSizeAsked: boolean): QuickOrderEffect | null {
  const isDigit = /^[0-9]$/.test(event.key) && !event.isComposing && !event.altKey && !event.ctrlKey && !event.metaKey;
  if (isSizeAsked && isDigit) return { type: 'type-size' };
  const action = keyAction('Order preview by key', event);
  return action === null ? null : quickOrderEffects[action];
}

/** Whether a key that is held down acts again. */
export const mayRepeat = ({ type }: QuickOrderEffect): boolean => type === 'price' || type === 'quantity';
