import type { Check } from '#contract/model/ticket.ts';
import { halfWidth } from '#renderer/format/half-width.ts';

/** The size that the trader has to type before the order is sent, or null. */
export const requiredSize = (checks: readonly Check[]): string | null =>
  checks.find((check) => check.textToType !== undefined)?.textToType ?? null;

export const isSizeTyped = (checks: readonly Check[], typedText: string): boolean => {
  const required = requiredSize(checks);
  return required === null || halfWidth(typedText).trim().replaceAll(',', '') === required;
};
