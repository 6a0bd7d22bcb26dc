import type { Strategy, StrategyDetails } from '#contract/model/strategy.ts';
import { moneyText } from '#renderer/format/money-text.ts';
import { dateText, type Zone } from '#renderer/format/time-text.ts';

export type Term = readonly [name: string, text: string];

const none = '–';

/** What the strategy costs, the capital that it requires, and who owns it. */
export function strategyTerms(strategy: Strategy, details: StrategyDetails | null, zone: Zone): readonly Term[] {
  const { freeTrialDays, systemId } = strategy;
  const credit = details?.timeCredit;
  return [
    ['Monthly fee', moneyText(details?.monthlyFee ?? strategy.monthlyFee)],
    ['Free trial', freeTrialDays === null ? none : `${freeTrialDays} days`],
    ['Created', strategy.createdText || details?.createdText || none],
    ['Starting capital', moneyText(details?.startingCapital)],
    ['Minimum capital', moneyText(details?.minimumPortfolio)],
    ['Time credit until', credit?.until == null ? credit?.untilText || none : dateText(credit.until, zone)],
    ['Owner id', details?.ownerPersonId ?? none],
    ['Id', systemId],
  ];
}

/** How the owner trades the strategy. Empty if the platform reports nothing about it. */
export function ownerTradingTerms(details: StrategyDetails | null): readonly Term[] {
  const { certified = '', scaling = '', percentFollowed = '', orders = '' } = details?.ownTrading ?? {};
  const terms: Term[] = [
    ['Certified', certifiedText(certified)],
    ['Scaling', scaling],
    ['Percent followed', percentFollowed],
    ['Number of orders', orders],
  ];
  return terms.some(([, text]) => text !== '') ? terms.map(([name, text]) => [name, text || none]) : [];
}

/** A flag, or the platform's own text. */
const certifiedText = (text: string): string => (text === '1' ? 'Yes' : text === '0' ? 'No' : text);
