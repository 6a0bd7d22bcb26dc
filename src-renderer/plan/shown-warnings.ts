import type { Check } from '#contract/model/ticket.ts';

/** Codes of the warnings on screen, which the trader confirms by sending. */
export const shownWarnings = (checks: readonly Check[]): string[] =>
  checks.filter(({ level }) => level === 'warn').map(({ code }) => code);
