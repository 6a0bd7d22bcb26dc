import { DEFAULT_RULE_OPTIONS, type RuleOptions } from '#rules/signals/rule-options.ts';
import type { Variant } from './orders.ts';

/** The model from which the others differ. */
export const BASE: Variant = {
  rules: DEFAULT_RULE_OPTIONS,
  ownIdsInLists: true,
  replaces: 'entry',
  leaveOcaIntact: true,
  forceNoOca: false,
  hasDuplicate: false,
  doubling: true,
  dayEnds: false,
  unreadable: false,
};

export const variant = (change: Partial<Omit<Variant, 'rules'>>, rules: Partial<RuleOptions> = {}): Variant => ({
  ...BASE,
  ...change,
  rules: { ...DEFAULT_RULE_OPTIONS, ...rules },
});

export type NamedVariant = readonly [name: string, variant: Variant];

/** The models that every change has to pass. */
export const NARROW_VARIANTS: readonly NamedVariant[] = [
  ['the defaults', BASE],
  ['own ids hidden, the day ends', variant({ ownIdsInLists: false, doubling: false, dayEnds: true })],
  ['a moved stop, the group left intact', variant({ replaces: 'stop' })],
  [
    'ids accepted twice, a moved stop',
    variant({ replaces: 'stop', ownIdsInLists: false }, { duplicateOwnId: 'accept' }),
  ],
  [
    'ids replayed, children that may both fill',
    variant({ replaces: 'stop', forceNoOca: true, leaveOcaIntact: false }, { duplicateOwnId: 'replay' }),
  ],
  [
    'an equal second order',
    variant({ hasDuplicate: true, ownIdsInLists: false, doubling: false }, { duplicateOwnId: 'replay' }),
  ],
  ['records that cannot be read', variant({ unreadable: true, ownIdsInLists: false, doubling: false })],
  ['an equal second order, and the first may be sent again', variant({ hasDuplicate: true, doubling: false })],
];
