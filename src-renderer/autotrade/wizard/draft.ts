import type { AutoTradeSettings, Copy } from '#contract/model/autotrade.ts';
import type { Instrument } from '#contract/model/scalars.ts';
import { withoutGroups } from '#renderer/format/without-groups.ts';

/** What is typed in the wizard, except account number, user id and password (acts.md A8). */
export type Draft = {
  readonly scaling: string;
  readonly maxDollars: string;
  readonly maxOption: string;
  readonly maxFuture: string;
  readonly maxForex: string;
  readonly stopLoss: string;
  readonly enabled: Readonly<Record<Instrument, boolean>>;
  readonly shortOptions: Choice;
  readonly manualTrades: Choice;
  readonly join: Choice;
};
/** Empty until the trader chooses: required choices have no default. */
export type Choice = '' | 'yes' | 'no';
export type DraftField = keyof Draft;

/** The name of the view in the preferences that stores the draft of a copy. */
export const draftView = (
  profileId: string,
  kind: 'start' | 'change',
  { systemId, personId, brokerCode }: Copy,
): string => `autotrade.${profileId}.${kind}.${systemId}.${brokerCode}${personId === null ? '' : `.${personId}`}`;

export const emptyDraft: Draft = {
  scaling: '',
  maxDollars: '',
  maxOption: '',
  maxFuture: '',
  maxForex: '',
  stopLoss: '',
  enabled: { stock: true, option: true, future: true, forex: true },
  shortOptions: '',
  manualTrades: '',
  join: '',
};

const maxScaling = 1_000;
const maxUnitLimit = 1_000_000_000;
const minDollarLimit = 100;
const maxDollarLimit = 1_000_000_000_000;

type Errors = Partial<Record<DraftField, string>>;
export type DraftResult = { readonly settings: AutoTradeSettings | null; readonly errors: Errors };

/** Reads the settings of a draft. They are null if a field is missing or wrong: see `errors`. */
export function readDraft(draft: Draft): DraftResult {
  const errors: Errors = {};
  const note = (field: DraftField, text: string): null => {
    errors[field] = text;
    return null;
  };
  const limit = (field: 'maxDollars' | 'maxOption' | 'maxFuture' | 'maxForex' | 'stopLoss'): number | null => {
    const text = withoutGroups(draft[field]);
    if (text === '') return null;
    const isMoney = field === 'maxDollars' || field === 'stopLoss';
    const [min, max] = isMoney ? [minDollarLimit, maxDollarLimit] : [1, maxUnitLimit];
    const value = wholeNumber(text);
    if (value !== null && value >= min && value <= max) return value;
    return note(field, isMoney ? 'Whole dollars, at least 100.' : 'A whole number, at least 1.');
  };
  const scaling = wholeNumber(draft.scaling.trim());
  if (draft.scaling.trim() === '') note('scaling', 'Type the scaling.');
  else if (scaling === null || scaling < 1 || scaling > maxScaling)
    note('scaling', 'Whole percent from 1 to 1000, digits only.');
  const limits = {
    maxUnits: { future: limit('maxFuture'), forex: limit('maxForex'), option: limit('maxOption') },
    maxDollarsStocks: limit('maxDollars'),
    stopLossDollarsPerPosition: limit('stopLoss'),
  };
  for (const field of ['shortOptions', 'manualTrades', 'join'] as const)
    if (draft[field] === '') note(field, 'Choose one.');
  if (!Object.values(draft.enabled).includes(true)) note('enabled', 'Switch on at least one type.');
  if (Object.keys(errors).length > 0 || scaling === null) return { settings: null, errors };
  return {
    errors,
    settings: {
      scalingPercentage: scaling,
      ...limits,
      enabled: { ...draft.enabled },
      allowShortOptions: draft.shortOptions === 'yes',
      ignoreManualTrades: draft.manualTrades === 'no',
      joinTradesInProgress: draft.join === 'yes',
    },
  };
}

const wholeNumber = (text: string): number | null => (/^\d{1,13}$/.test(text) ? Number(text) : null);

/**
 * Which limits are shown: those of traded types, and those that are filled in, because they will be
 * sent.
 */
export const shownLimits = (draft: Draft, traded: Readonly<Record<Instrument, boolean>>) => ({
  stock: traded.stock || draft.maxDollars !== '',
  option: traded.option || draft.maxOption !== '',
  future: traded.future || draft.maxFuture !== '',
  forex: traded.forex || draft.maxForex !== '',
});

/** A draft with the settings in effect, from which the trader makes a change. */
export const draftOf = (settings: AutoTradeSettings): Draft => ({
  scaling: String(settings.scalingPercentage),
  maxDollars: textOf(settings.maxDollarsStocks),
  maxOption: textOf(settings.maxUnits.option),
  maxFuture: textOf(settings.maxUnits.future),
  maxForex: textOf(settings.maxUnits.forex),
  stopLoss: textOf(settings.stopLossDollarsPerPosition),
  enabled: settings.enabled,
  shortOptions: settings.allowShortOptions ? 'yes' : 'no',
  manualTrades: settings.ignoreManualTrades ? 'no' : 'yes',
  join: settings.joinTradesInProgress ? 'yes' : 'no',
});

const textOf = (value: number | null): string => (value === null ? '' : String(value));

/** The edited members of a draft. The others may be changed elsewhere meanwhile. */
export type DraftEdits = Partial<Omit<Draft, 'enabled'>> & {
  readonly enabled?: Partial<Draft['enabled']>;
};

/** The members of a draft that differ from `base`. Only these are stored. */
export const editsOf = ({ enabled, ...fields }: Draft, base: Draft): DraftEdits => ({
  ...changedMembers(fields, base),
  enabled: changedMembers(enabled, base.enabled),
});

const changedMembers = <Members extends object>(members: Members, base: Members): Partial<Members> => {
  const changed: Partial<Members> = {};
  for (const name in members) if (members[name] !== base[name]) changed[name] = members[name];
  return changed;
};

export const withEdits = (base: Draft, edits: DraftEdits): Draft => ({
  ...base,
  ...edits,
  enabled: { ...base.enabled, ...edits.enabled },
});

/**
 * Parses a stored draft. Null if it cannot be parsed. A member that is missing or has an unexpected
 * value gets the value of `base`.
 */
export function parseDraft(text: string | null, base = emptyDraft): Draft | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    const stored = new Map<string, unknown>(Object.entries(value));
    const member = (name: Exclude<DraftField, 'enabled'>): string => {
      const memberValue = stored.get(name);
      return typeof memberValue === 'string' ? memberValue : base[name];
    };
    const choice = (name: 'shortOptions' | 'manualTrades' | 'join'): Choice => {
      const chosen = member(name);
      return chosen === 'yes' || chosen === 'no' ? chosen : base[name];
    };
    const enabled = stored.get('enabled');
    const isOn = (type: Instrument): boolean => {
      const value: unknown = typeof enabled === 'object' && enabled !== null ? Reflect.get(enabled, type) : undefined;
      return typeof value === 'boolean' ? value : base.enabled[type];
    };
    return {
      scaling: member('scaling'),
      maxDollars: member('maxDollars'),
      maxOption: member('maxOption'),
      maxFuture: member('maxFuture'),
      maxForex: member('maxForex'),
      stopLoss: member('stopLoss'),
      enabled: { stock: isOn('stock'), option: isOn('option'), future: isOn('future'), forex: isOn('forex') },
      shortOptions: choice('shortOptions'),
      manualTrades: choice('manualTrades'),
      join: choice('join'),
    };
  } catch {
    return null;
  }
}

/**
 * The scaling for an allocation: whole percent from 1 to 1,000. Null if the allocation or the
 * account value is not a positive amount.
 */
export function scalingFor(allocation: string, accountValue: string | null): number | null {
  const dollars = Number(withoutGroups(allocation));
  const value = Number(accountValue ?? '');
  if (!(dollars > 0) || !(value > 0)) return null;
  return Math.max(1, Math.min(maxScaling, Math.floor((dollars * 100) / value)));
}
