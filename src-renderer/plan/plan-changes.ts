import type { Check } from '#contract/model/ticket.ts';
import { words } from '#renderer/messages/words.ts';

/** The texts of the checks whose codes the plan before did not have. */
export function newChecks(before: readonly Check[], after: readonly Check[]): string[] {
  const codes = new Set(before.map(({ code }) => code));
  return after.filter(({ code }) => !codes.has(code)).map(({ text }) => words(text));
}
