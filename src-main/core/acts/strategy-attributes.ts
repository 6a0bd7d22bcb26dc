import type { AttributeName, StrategyAttributes } from '#contract/model/strategy-change.ts';
import type { StrategyDetails } from '#contract/model/strategy.ts';
import { formatFixed, parseFixed } from '#rules/decimal.ts';

type Value = string | number | boolean;

type Attribute = {
  /** Its member in `changeSystemAttribute`. */
  readonly wire: string;
  /** Returns null for a value that is not known. Missing if no read shows the attribute. */
  readonly read?: (details: StrategyDetails) => string | boolean | null;
  readonly type: 'text' | 'id' | 'whole' | 'flag';
};

/** In the order of the specification. */
const attributes: Readonly<Record<AttributeName, Attribute>> = {
  name: { wire: 'name', type: 'text', read: ({ name }) => name },
  longDescription: { wire: 'longDescription', type: 'text', read: (details) => details.longDescription },
  shortDescription: { wire: 'shortDescription', type: 'text', read: (details) => details.shortDescription },
  ownerPersonId: { wire: 'ownerpersonid', type: 'id', read: (details) => details.ownerPersonId },
  startingCapital: { wire: 'equitycurve_startingcapital', type: 'whole', read: (details) => details.startingCapital },
  monthlyFee: { wire: 'monthlyfee', type: 'whole', read: (details) => details.monthlyFee },
  trialDays: { wire: 'trialdays', type: 'whole', read: (details) => details.freeTrialDays },
  creditSeconds: { wire: 'creditSystemTimeInSeconds', type: 'whole' },
  signalCredits: { wire: 'freeSignalEntryCredits', type: 'whole' },
  test: { wire: 'test_system', type: 'flag', read: ({ test }) => test },
  alive: { wire: 'isAlive', type: 'flag', read: ({ alive }) => alive },
  minimumPortfolio: {
    wire: 'minimum_portfolio_size_required',
    type: 'whole',
    read: (details) => details.minimumPortfolio,
  },
};

const isName = (name: string): name is AttributeName => Object.hasOwn(attributes, name);
export const attributeNames: readonly AttributeName[] = Object.keys(attributes).filter(isName);

/** The platform may require every attribute but this one (platform-api "changeSystemAttribute"). */
export const optionalAttribute: AttributeName = 'minimumPortfolio';

/** The attributes that the request contains, in the order of the specification. */
export const namesIn = (wanted: StrategyAttributes): AttributeName[] =>
  attributeNames.filter((name) => wanted[name] !== undefined);

/** Whether a read of the platform shows the attribute. */
export const isReadable = (name: AttributeName): boolean => attributes[name].read !== undefined;

export const wireName = (name: AttributeName): string => attributes[name].wire;

/** The value as text: a number in decimal digits, true and false as `1` and `0`, a text trimmed. */
export function attributeText(value: Value): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'number' ? String(value) : value.trim();
}

/** The text of an attribute in the details; null if it is not known. */
export function knownText(details: StrategyDetails | null, name: AttributeName): string | null {
  const { read, type } = attributes[name];
  const value = details === null || read === undefined ? null : read(details);
  if (value === null) return null;
  const number = type === 'whole' && typeof value === 'string' ? parseFixed(value) : undefined;
  return number === undefined ? attributeText(value) : formatFixed(number);
}

/** The attributes in the form that `changeSystemAttribute` takes. */
export const wireAttributes = (wanted: StrategyAttributes): Record<string, string | number> =>
  Object.fromEntries(
    namesIn(wanted).map((name) => {
      const value = wanted[name] ?? '';
      return [
        wireName(name),
        typeof value === 'boolean' ? Number(value) : typeof value === 'string' ? value.trim() : value,
      ];
    }),
  );

/** The attributes with the values that these texts mean. An invalid text is left out. */
export function attributesFrom(texts: Readonly<Partial<Record<AttributeName, string | null>>>): StrategyAttributes {
  const entries = attributeNames.flatMap((name): [AttributeName, Value][] => {
    const text = texts[name];
    if (text === undefined || text === null) return [];
    const { type } = attributes[name];
    if (type === 'text' || type === 'id') return [[name, text]];
    if (type === 'flag') return text === '1' || text === '0' ? [[name, text === '1']] : [];
    return /^\d{1,15}$/.test(text) ? [[name, Number(text)]] : [];
  });
  return Object.fromEntries(entries);
}
