import type { AttributeField } from '../model/attribute-field.ts';

/** Creating and changing strategies. */
export type StrategyMessages = {
  'strategy.create-not-confirmed': object;
  'strategy.create-absent': object;
  'strategy.create-late': object;
  'strategy.create-differs': object;
  'strategy.create-after-refusal': object;
  'strategy.change-not-confirmed': object;
  'strategy.change-absent': object;
  'strategy.change-late': object;
  'strategy.change-differs': object;
  'strategy.change-after-refusal': object;
  'strategy.unknown-plan': object;
  'strategy.unknown-strategy': object;
  'strategy.outdated': object;
  'strategy.nothing-to-change': object;
  /** Checks of a plan. `unit`: what `min` and `max` count. */
  'strategy.bounds': {
    readonly field: AttributeField;
    readonly unit: 'characters' | 'number';
    readonly min: number;
    readonly max: number;
  };
  'strategy.not-own': object;
  'strategy.not-read': object;
  /** Others can see a new strategy, and it can be ended but not deleted. */
  'strategy.record': object;
  'strategy.same-name': { readonly name: string };
  /** An earlier creation with this name has no clear outcome, so there may be two strategies. */
  'strategy.second': object;
  'strategy.capital-moves-curve': { readonly before: string | null; readonly after: string };
  'strategy.owner-changes': object;
  'strategy.ends': { readonly subscribers: number; readonly copies: number };
  'strategy.not-flat': { readonly positions: number; readonly working: number };
  'strategy.holdings-old': object;
  'strategy.test-with-subscribers': { readonly subscribers: number };
  'strategy.fee-changes': { readonly subscribers: number };
  /** New credits count from the change on, and replace the earlier ones. */
  'strategy.credits-count': object;
  'strategy.visibility-unread': object;
  /** Attributes that do not change are sent too, except those in `missing`, which are not known. */
  'strategy.repeats': { readonly missing: readonly AttributeField[] };
};
