import type { BrokerChoice, BrokerList } from '#contract/model/broker.ts';
import type { Instrument } from '#contract/model/scalars.ts';
import { instruments, typeNames } from './link-words.ts';

/** A broker with its choices, in the order of the platform. */
export type BrokerCard = { readonly brokerName: string; readonly choices: readonly ChoiceRow[] };
/** `reason` is why the choice is not possible; null if it is possible. */
export type ChoiceRow = { readonly choice: BrokerChoice; readonly reason: string | null };

/** The instrument types that a broker has to support to be shown. */
export type TypeFilter = Readonly<Record<Instrument, boolean>>;

/**
 * Cards by broker, the preferred ones first. `shortOptionsCodes`: the codes that the platform
 * listed for short options; null if it was not asked.
 */
export function brokerCards(
  list: BrokerList,
  types: TypeFilter,
  shortOptionsCodes: readonly string[] | null = null,
): BrokerCard[] {
  const byClass = Map.groupBy(list.choices, ({ className }) => className);
  return [...byClass]
    .map(([brokerName, choices]) => ({
      brokerName,
      choices: choices.map((choice) => ({
        choice,
        reason: refusalOf(choice, list.country, types) ?? shortOptionsRefusalOf(choice, shortOptionsCodes),
      })),
    }))
    .sort((a, b) => Number(isPreferred(b)) - Number(isPreferred(a)));
}

export const isPreferred = ({ choices }: BrokerCard): boolean =>
  choices.some(({ choice }) => choice.preferred === true);

function refusalOf(choice: BrokerChoice, country: string | null, types: TypeFilter): string | null {
  if (choice.accountGuid !== null) return 'It copies this strategy already.';
  if (choice.secondary === true) return 'Only with its code: type the code below.';
  if (choice.onlyOutsideUsa === true && country === 'US') return 'It takes no customers in the US.';
  const missing = instruments.filter((type) => types[type] && choice.trades[type] === false);
  return missing.length === 0
    ? null
    : `It does not trade ${missing.map((type) => typeNames[type].toLowerCase()).join(', ')}.`;
}

const shortOptionsRefusalOf = ({ code }: BrokerChoice, shortOptionsCodes: readonly string[] | null): string | null =>
  shortOptionsCodes === null || shortOptionsCodes.includes(code)
    ? null
    : 'The platform does not list it for short options.';

/** Two letters in place of a picture. No picture is loaded. */
export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
    .slice(0, 2)
    .toUpperCase();

/** What a broker asks for at a start, in words. */
export function requirementsText({ needs, userIdLabel }: BrokerChoice): string {
  const asked = [
    needs.accountNumber === true ? 'account number' : null,
    needs.userId === true ? (userIdLabel ?? 'user id') : null,
    needs.password === true ? 'password' : null,
  ].filter((part) => part !== null);
  const hasUnknown = [needs.accountNumber, needs.userId, needs.password].includes(null);
  if (asked.length === 0) return hasUnknown ? 'It does not say what it asks for.' : 'It asks for nothing.';
  return `Asks for ${asked.join(', ')}${hasUnknown ? ', maybe more' : ''}.`;
}

export const tradesText = ({ trades }: BrokerChoice): string =>
  instruments
    .filter((type) => trades[type] === true)
    .map((type) => typeNames[type])
    .join(', ') || 'Types not stated';
