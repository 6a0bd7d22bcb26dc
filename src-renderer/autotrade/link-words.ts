import type { ActState } from '#contract/model/act.ts';
import type { AutoTradeLink, AutoTradePlan, AutoTradeRequest, AutoTradeSettings } from '#contract/model/autotrade.ts';
import type { AutoTradeLinkState } from '#contract/model/autotrade-link-state.ts';
import { groupDigits } from '#renderer/grid/group-digits.ts';
import type { GridTone } from '#renderer/grid/grid-types.ts';

export const linkTones: Readonly<Record<AutoTradeLinkState, GridTone>> = {
  linked: 'good',
  'start-unknown': 'danger',
  'change-unknown': 'danger',
  'stop-unknown': 'danger',
  'start-absent': 'warn',
  'stopped-left': 'muted',
  'stopped-closed': 'muted',
  'set-elsewhere': 'warn',
  'ended-elsewhere': 'warn',
};

/** What the state means, in words. */
export function linkExplanation({ state, isOutcomeUnprovable }: AutoTradeLink): string {
  if (isOutcomeUnprovable && state !== 'linked')
    return 'No reading can prove whether the unconfirmed request took effect. Look at the AutoTrade page of the platform.';
  return explanations[state];
}

const explanations: Readonly<Record<AutoTradeLinkState, string>> = {
  linked: 'The strategy is copied, with the settings that were last confirmed from here.',
  'start-unknown': 'The broker list is read to find out whether it is copied.',
  'change-unknown': 'No read returns the settings, so nothing can prove which of them are in effect.',
  'stop-unknown': 'The strategy may still be copied. The broker list is read to find out.',
  'start-absent': 'It is not known whether the last start took effect. Check the web screen before you start again.',
  'stopped-left': 'The copy has ended. What was open remains in the account.',
  'stopped-closed': 'The platform accepted the stop. It does not say when everything is closed.',
  'set-elsewhere': 'The broker list shows an account that is not linked from here. Its settings are not known.',
  'ended-elsewhere': 'It was linked from here, and the broker list no longer shows an account.',
};

/** The copy trades, or may trade. */
export const mayTrade = ({ state }: AutoTradeLink): boolean =>
  !['stopped-left', 'stopped-closed', 'start-absent', 'ended-elsewhere'].includes(state);

/** `Anna Smith, person 42`. `name` is null if it is not known. */
export const personText = (personId: string, name: string | null): string =>
  `${name === null ? '' : `${name}, `}person ${personId}`;

/** The strategy, and on a private platform the person whose account is meant. */
export const reviewTitle = (
  strategyName: string,
  plan: Pick<AutoTradePlan, 'personId'> | null,
  personNameOf: (personId: string) => string | null,
): string => {
  if (plan?.personId == null) return strategyName;
  return `${strategyName}, in the account of ${personText(plan.personId, personNameOf(plan.personId))}`;
};

/**
 * Why AutoTrade cannot be stopped: the platform has confirmed a stop, and no broker list that was
 * read later shows the account. Otherwise null.
 */
export function stopRefusal({ state, changedAt, seenAt }: AutoTradeLink): string | null {
  const isStopped = state === 'stopped-left' || state === 'stopped-closed';
  const isSeenAfter = changedAt !== null && seenAt !== null && seenAt > changedAt;
  return isStopped && !isSeenAfter ? 'The copy is stopped already.' : null;
}

type Kind = AutoTradeRequest['kind'];
type SentTexts = Readonly<Record<Kind, string>>;
const confirmedTexts: SentTexts = {
  start: 'The platform confirmed the start.',
  change: 'The platform confirmed the change.',
  stop: 'The platform confirmed the stop. The row of the copy shows any positions left in the account.',
};
const differsTexts: SentTexts = {
  start: 'The platform confirmed the start, and did not name the account. Check it on the web screen.',
  change: 'The platform confirmed the change, and did not name the account. Check it on the web screen.',
  stop: 'The platform confirmed the stop, and did not name the positions left in the account.',
};
const unclearTexts: SentTexts = {
  start: 'The start has no clear answer. The row of the copy shows what is known.',
  change: 'The change has no clear answer. The row of the copy shows what is known.',
  stop: 'The stop has no clear answer: the strategy may still be copied.',
};

/** The platform confirmed the request, at least in part. */
export const isConfirmed = (state: ActState): boolean => state === 'DONE' || state === 'DIFFERS';

/** The outcome of a request that was sent. */
export function sentText(kind: Kind, state: ActState): string {
  if (state === 'DONE') return confirmedTexts[kind];
  return (isConfirmed(state) ? differsTexts : unclearTexts)[kind];
}

/**
 * The positions that remain in the account after a copy ended, as table rows. Keys are indexes,
 * because unreadable positions look equal.
 */
export const positionsLeftRows = (positions: AutoTradeLink['positionsLeft']) =>
  positions.map(({ symbol, instrument, quantity }, index) => ({
    key: String(index),
    cells: [symbol, instrument, quantity],
  }));

export const typeNames = { stock: 'Stocks', option: 'Options', future: 'Futures', forex: 'Forex' } as const;
export const instruments = ['stock', 'option', 'future', 'forex'] as const;

/** The limits in short: `stocks $5,000 · futures 4 · stop $500`. */
export function limitsText({ maxDollarsStocks, maxUnits, stopLossDollarsPerPosition }: AutoTradeSettings): string {
  const parts = [
    maxDollarsStocks === null ? null : `stocks $${groupDigits(maxDollarsStocks)}`,
    maxUnits.option === null ? null : `options ${maxUnits.option}`,
    maxUnits.future === null ? null : `futures ${maxUnits.future}`,
    maxUnits.forex === null ? null : `forex ${maxUnits.forex}`,
    stopLossDollarsPerPosition === null ? null : `stop $${groupDigits(stopLossDollarsPerPosition)}`,
  ];
  return parts.filter((part) => part !== null).join(' · ') || 'none';
}

/** Types that are not copied. */
export function switchedOffText({ enabled }: AutoTradeSettings): string {
  const disabledTypes = instruments.filter((type) => !enabled[type]);
  return disabledTypes.length === 0 ? 'none' : disabledTypes.map((type) => typeNames[type].toLowerCase()).join(', ');
}

/** The limits of a copy. If not each setting is known, a limit without a value may be in effect. */
export function knownLimitsText(settings: AutoTradeSettings, isEachKnown: boolean): string {
  const text = limitsText(settings);
  if (isEachKnown) return text;
  return text === 'none' ? 'not known here' : `${text} · others not known here`;
}

/** Every setting as a name and a text, for a list of facts. */
export const settingFacts = (
  settings: AutoTradeSettings,
  isEachKnown = true,
): readonly (readonly [string, string])[] => [
  ['Scaling', `${settings.scalingPercentage} %`],
  ['Limits', knownLimitsText(settings, isEachKnown)],
  ['Types switched off', switchedOffText(settings)],
  ['Short options', settings.allowShortOptions ? 'allowed' : 'not copied'],
  ['Manual trades', settings.ignoreManualTrades ? 'do not count as copied' : 'count as copied'],
];
