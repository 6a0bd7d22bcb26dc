import type { Signal } from '#contract/model/signal.ts';
import { isOpenState } from '#renderer/format/signal-words.ts';
import type { GroupDraft, WaitDraft } from '#renderer/stores/ticket-draft.ts';
import { signalText } from '#renderer/orders/signal-text.ts';

type SelectChoice = { readonly value: string; readonly label: string };

const signalPrefix = 's:';
const groupPrefix = 'g:';

const canFill = ({ state }: Signal): boolean => state === 'working' || state === 'waiting';

/**
 * The possible conditions: each signal that can fill, an order id, or a parent entered with the
 * order.
 */
export function conditionChoices(signals: readonly Signal[], chosen: WaitDraft): readonly SelectChoice[] {
  const listed = signals
    .filter((signal) => signal.serviceId !== null && canFill(signal))
    .map((signal) => ({ value: `${signalPrefix}${signal.serviceId ?? ''}`, label: signalText(signal) }));
  const isChosenMissing = chosen.how === 'signal' && !listed.some(({ value }) => value === waitValue(chosen));
  // An order that is not in the list may be working: the list may not be read yet.
  const hasEnded =
    chosen.how === 'signal' &&
    signals.some(
      ({ ownId, serviceId, state }) => (serviceId === chosen.id || ownId === chosen.id) && !isOpenState(state),
    );
  return [
    { value: 'none', label: 'None (works at once)' },
    { value: 'parent', label: 'A new parent order, entered with this order' },
    { value: 'id', label: 'An order by its id' },
    ...(isChosenMissing
      ? [{ value: waitValue(chosen), label: hasEnded ? `${chosen.label} (no longer working)` : chosen.label }]
      : []),
    ...listed,
  ];
}

export const waitValue = (wait: WaitDraft): string => (wait.how === 'signal' ? `${signalPrefix}${wait.id}` : wait.how);

/** The groups with open orders, a new group, or a group id. */
export function groupChoices(signals: readonly Signal[], chosen: GroupDraft): readonly SelectChoice[] {
  const groupedOpenOrders = signals.filter(({ ocaGroupId, state }) => ocaGroupId !== null && isOpenState(state));
  const groups = Map.groupBy(groupedOpenOrders, ({ ocaGroupId }) => ocaGroupId ?? '');
  const listed = [...groups].map(([id, members]) => ({
    value: `${groupPrefix}${id}`,
    label: `With ${members.map(signalText).join(', ')}`,
  }));
  const isWithoutOrders = chosen.how === 'group' && !groups.has(chosen.id);
  return [
    { value: 'none', label: 'No group' },
    ...(isWithoutOrders ? [{ value: groupValue(chosen), label: `${chosen.label} (${chosen.id})` }] : []),
    { value: 'new', label: 'New group' },
    { value: 'id', label: 'A group by its id' },
    ...listed,
  ];
}

export const groupValue = (group: GroupDraft): string =>
  group.how === 'group' ? `${groupPrefix}${group.id}` : group.how;

/** The id in the value of a choice. Null for a choice without an id. */
export const idOf = (value: string): string | null => /^[sg]:(.+)$/.exec(value)?.[1] ?? null;

/**
 * The other open orders of the OCA group of a signal. The legs of a bracket are one group even if
 * their group id is not known.
 */
export function siblingsOf(signals: readonly Signal[], serviceId: string): readonly Signal[] {
  const groupOf = ({ bracketOf, ocaGroupId }: Signal): string | null => ocaGroupId ?? bracketOf ?? null;
  const replaced = signals.find((signal) => signal.serviceId === serviceId);
  const group = replaced === undefined ? null : groupOf(replaced);
  if (group === null) return [];
  return signals.filter((one) => groupOf(one) === group && one !== replaced && isOpenState(one.state));
}
