import type { Check } from '#contract/model/ticket.ts';

/** Codes of the warnings among the checks, which the trader has to confirm. */
export const shownWarnings = (checks: readonly Check[]): string[] =>
  checks.filter(({ level }) => level === 'warn').map(({ code }) => code);
