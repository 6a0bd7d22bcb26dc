import Type, { type Static } from 'typebox';
import { CommissionPlan } from './equity.ts';
import { RetentionPolicy } from './storage.ts';

/** Appearance, layouts and choices of the trader. Limits on orders are `RiskCaps`, not here. */
export const Preferences = Type.Object({
  theme: Type.Union([Type.Literal('system'), Type.Literal('dark'), Type.Literal('light')]),
  density: Type.Union([Type.Literal('compact'), Type.Literal('cozy'), Type.Literal('roomy')]),
  palette: Type.Union([Type.Literal('west'), Type.Literal('east-asia'), Type.Literal('color-blind')]),
  /**
   * Which kinds of orders are shown before they are sent. An order with a warning is always shown,
   * and so is the panic plan.
   */
  confirm: Type.Object({ entry: Type.Boolean(), exit: Type.Boolean(), replace: Type.Boolean() }),
  /** What adds risk has to run on practice before it is used on a live connection (acts.md §5). */
  requireRehearsal: Type.Boolean(),
  /**
   * Shows a notice when a reading of the subscribers differs from the one before. While this is
   * on, a list of subscribers that was ever read is kept up to date even when it is out of view.
   */
  subscriberNotices: Type.Boolean(),
  timeZone: Type.Union([Type.Literal('ET'), Type.Literal('local')]),
  /** The profile opened at start. */
  profileId: Type.String({ maxLength: 60 }),
  /**
   * The commission plan of a strategy's equity, by profile id and system id with a space between;
   * missing for the platform's default.
   */
  plans: Type.Record(Type.String({ maxLength: 82 }), CommissionPlan),
  /** How long data from the platform is retained. */
  keep: RetentionPolicy,
  /** The strategy in view, by profile id. */
  strategies: Type.Record(Type.String({ maxLength: 60 }), Type.String({ maxLength: 20 })),
  /**
   * Texts of the window (layouts, column sets, ticket drafts), by name; main does not interpret
   * them.
   */
  views: Type.Record(Type.String({ maxLength: 80 }), Type.String({ maxLength: 60_000 })),
});
export type Preferences = Static<typeof Preferences>;

export const defaultPreferences: Preferences = {
  theme: 'system',
  density: 'cozy',
  palette: 'west',
  confirm: { entry: true, exit: true, replace: true },
  requireRehearsal: true,
  subscriberNotices: false,
  timeZone: 'ET',
  profileId: 'practice',
  plans: {},
  keep: { readingsDays: null, signalsDays: null },
  strategies: {},
  views: {},
};
