import type { Check } from '#contract/model/ticket.ts';
import { words } from '#renderer/messages/words.ts';

/** The texts of the checks whose codes the earlier plan did not have. */
export function newCheckTexts(before: readonly Check[], after: readonly Check[]): string[] {
  const codes = new Set(before.map(({ code }) => code));
  return after.filter(({ code }) => !codes.has(code)).map(({ text }) => words(text));
}

/**
 * The codes of the warnings that remain confirmed, because their texts are the same in the later
 * plan. The trader has to confirm the others again.
 */
export function stillConfirmed(
  confirmedCodes: ReadonlySet<string>,
  before: readonly Check[],
  after: readonly Check[],
): ReadonlySet<string> {
  const textsOf = (checks: readonly Check[], wanted: string): string =>
    JSON.stringify(checks.filter(({ code }) => code === wanted).map(({ text }) => words(text)));
  return new Set([...confirmedCodes].filter((code) => textsOf(before, code) === textsOf(after, code)));
}
