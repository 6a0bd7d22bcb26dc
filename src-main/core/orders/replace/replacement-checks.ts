import type { Text } from '#contract/message.ts';
import type { Check, Ticket } from '#contract/model/ticket.ts';
import { isEntry } from '#contract/model/order-action.ts';
import type { ReplacedOrder } from './replacement.ts';

/**
 * Warns if the replacement takes two steps, ends the OCA group, ends orders that wait for the old
 * one, drops members of the old order, or may affect orders that are not known.
 * `now` is in milliseconds.
 */
export function replacementChecks(
  ticket: Ticket,
  replaced: ReplacedOrder | undefined,
  twoSteps: boolean,
  now: number,
): Check[] {
  if (ticket.replaces === null) return [];
  const stepChecks = twoSteps ? [warn('replace-two-steps', { code: 'replace.two-steps' }, 'replaces')] : [];
  if (!replaced) return stepChecks;
  const { dependents, siblings, signal } = replaced;
  // With `xreplace` the trader chose the effect on the group. A cancel offers no choice.
  const groupChecks: Check[] =
    siblings.length > 0 && twoSteps
      ? [warn('replace-ends-group', { code: 'replace.ends-group', orders: siblings.length }, 'replaces')]
      : [];
  const dependentChecks =
    dependents.length > 0
      ? [warn('replace-ends-waiting', { code: 'replace.ends-waiting', orders: dependents.length }, 'replaces')]
      : [];
  return [
    ...stepChecks,
    ...groupChecks,
    ...dependentChecks,
    ...unknownLinksChecks(signal),
    ...leftOutChecks(ticket, replaced, now),
  ];
}

/** The links of an order are its parent, its bracket and its OCA group. */
function unknownLinksChecks({ action, links }: ReplacedOrder['signal']): Check[] {
  if (links === 'known') return [];
  const text: Text = { code: 'replace.links-unknown' };
  // An entry gets a warning, because a bracket of it would be canceled too.
  return [{ code: 'links-unknown', level: isEntry(action) ? 'warn' : 'note', text, field: 'replaces' }];
}

/** Warns about members of the old order that the new one lacks. */
function leftOutChecks(ticket: Ticket, { signal, target, stop, parent }: ReplacedOrder, now: number): Check[] {
  const found: Check[] = [];
  const addIfMissing = (member: LeftOutMember, value: string | null | undefined, isCarried: boolean): void => {
    if (value == null || isCarried) return;
    found.push(warn(`replace-without-${member}`, { code: 'replace.leaves-out', member, value }, fields[member]));
  };
  const release = signal.parkedUntil !== null && signal.parkedUntil * 1000 > now ? signal.parkedUntil : null;
  addIfMissing('target', target?.limit, ticket.profitTarget !== null);
  addIfMissing('stop', stop?.stop, ticket.stopLoss !== null);
  addIfMissing('condition', parent && (parent.serviceId ?? parent.ownId), isConditional(ticket));
  addIfMissing('release', release === null ? null : String(release), Boolean(ticket.parkUntil));
  return found;
}

type LeftOutMember = 'target' | 'stop' | 'condition' | 'release';
const fields = {
  target: 'profitTarget',
  stop: 'stopLoss',
  condition: 'conditionalUpon',
  release: 'parkUntil',
} as const;

const isConditional = ({ conditionalUpon, parent }: Ticket): boolean => conditionalUpon !== null || Boolean(parent);

const warn = (code: string, text: Text, field: string): Check => ({ code, level: 'warn', text, field });
