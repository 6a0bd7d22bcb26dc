import type { Check } from '#contract/model/ticket.ts';
import { words } from '#renderer/messages/words.ts';

/** The texts of the checks whose codes the earlier plan did not have. */
export function newCheckTexts(before: readonly Check[], after: readonly Check[]): string[] {
  const codes = new Set(before.map(({ code }) => code));
  return after.filter(({ code }) => !codes.has(code)).map(({ text }) => words(text));
}

/**
 * The checked codes whose checks have the same texts in the later plan. The boxes of the others
 * have to be checked again.
 */
export function stillChecked(
  checkedCodes: ReadonlySet<string>,
  before: readonly Check[],
  after: readonly Check[],
): ReadonlySet<string> {
  const textsOf = (checks: readonly Check[], of: string): string =>
    JSON.stringify(checks.filter(({ code }) => code === of).map(({ text }) => words(text)));
  return new Set([...checkedCodes].filter((code) => textsOf(before, code) === textsOf(after, code)));
}
