import type { Check } from '#contract/model/ticket.ts';

/** The size that has to be typed before an order may be sent; null where none has to be. */
export const typedSize = (checks: readonly Check[]): string | null =>
  checks.find(({ typed }) => typed !== undefined)?.typed ?? null;

export const isSizeTyped = (checks: readonly Check[], typed: string): boolean => {
  const wanted = typedSize(checks);
  return wanted === null || typed.trim().replaceAll(',', '') === wanted;
};
