import { decimalText } from '#renderer/format/decimal-text.ts';

/** The working orders of the live strategy that a rehearsal could not enter on practice. */
export const notEnteredText = (count: number): string =>
  `${decimalText(String(count))} working ${count === 1 ? 'order' : 'orders'} could not be entered on practice.`;
