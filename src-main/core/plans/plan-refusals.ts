import type { Check } from '#contract/model/ticket.ts';
import { failed } from '#contract/outcome.ts';
import { isTyped } from '#contract/typed-text.ts';

/**
 * The refusal of a plan with a blocking check or with a warning that was not confirmed. Null if the
 * plan may be sent. `confirmed` has the codes of the confirmed checks.
 */
export function refusalByChecks(
  checks: readonly Pick<Check, 'code' | 'level' | 'text'>[],
  confirmed: readonly string[],
) {
  const block = checks.find(({ level }) => level === 'block');
  if (block !== undefined) return failed('blocked', { code: 'nothing-sent', reason: block.text });
  const [first, ...others] = checks.filter(({ level, code }) => level === 'warn' && !confirmed.includes(code));
  if (first === undefined) return null;
  const details = others.map(({ text }) => text);
  return failed('unconfirmed', { code: 'confirm-to-continue', warning: first.text }, { details });
}

/**
 * The refusal of a plan whose confirmation text was not typed, or null if it was. If no text is
 * required, the typed text must be empty.
 */
export function refusalByTyping(checks: readonly Pick<Check, 'textToType'>[], typed: string | undefined) {
  const expected = checks.find((one) => one.textToType !== undefined)?.textToType ?? '';
  return isTyped(typed ?? '', expected) ? null : failed('not-typed', { code: 'act.not-typed' });
}
