import { decimalText } from './decimal-text.ts';

/**
 * A profit or change, always with its sign (`+1,250`, `−12.50`, `0`), so that color is not the only
 * mark.
 */
export function signedText(value: string | null | undefined): string {
  if (value == null) return '–';
  return toneOf(value) === 'gain' ? `+${decimalText(value)}` : decimalText(value);
}

/** `gain` above zero, `loss` below, undefined for zero and unknown. */
export function toneOf(value: string | null | undefined): 'gain' | 'loss' | undefined {
  if (value == null || !/[1-9]/.test(value)) return undefined;
  return value.startsWith('-') ? 'loss' : 'gain';
}
