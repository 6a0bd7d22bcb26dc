import type { SubscriptionPlan } from '#contract/model/subscription.ts';
import { centsText, moneyText } from '#renderer/format/money-text.ts';
import { dateText, type Zone } from '#renderer/format/time-text.ts';
import { linkStateWords } from '#renderer/messages/en/acts.ts';
import { newChecks } from '#renderer/plan/plan-changes.ts';
import type { PlanColumn, PlanMark } from '#renderer/plan/plan-table.ts';
import { trialText } from './subscription-words.ts';

export type PlanRow = {
  readonly mark: PlanMark | null;
  readonly name: string;
  readonly text: string;
  readonly note?: string;
};

export const planColumns: readonly PlanColumn<PlanRow>[] = [
  { title: 'What', cell: ({ name }) => name },
  { title: 'Change', look: 'words', cell: ({ text, note = null }) => ({ text, note }) },
];

/** What a plan changes, one row each. */
export const planRows = (plan: SubscriptionPlan, zone: Zone): readonly PlanRow[] =>
  plan.request.kind === 'begin' ? beginRows(plan, zone) : endRows(plan);

const unsaid = 'Assumed: the platform does not say when a fee is due.';

function beginRows(plan: SubscriptionPlan, zone: Zone): PlanRow[] {
  const { freeTrialDays, firstPaymentAt, monthlyFee, yearlyFee } = plan;
  return [
    { mark: '+', name: 'Subscription', text: 'from today' },
    { mark: null, name: 'Free trial', text: trialText(freeTrialDays) },
    firstPaymentAt === null
      ? { mark: null, name: 'First payment', text: 'not known' }
      : { mark: null, name: 'First payment', text: `on ${dateText(firstPaymentAt, zone)}`, note: unsaid },
    { mark: '+', name: 'Fee a month', text: centsText(monthlyFee) },
    { mark: '+', name: 'Fee a year', text: centsText(yearlyFee), note: 'Twelve monthly fees.' },
  ];
}

function endRows({ copies, monthlyFee }: SubscriptionPlan): PlanRow[] {
  return [
    { mark: '−', name: 'Subscription', text: 'ends at once' },
    { mark: '−', name: 'Orders, trades, equity', text: 'can no longer be read', note: 'What was read stays here.' },
    { mark: '−', name: 'Fee a month', text: centsText(monthlyFee) },
    ...copies.map(({ brokerCode, brokerName, state }) => ({
      mark: '?' as const,
      name: `Copy at ${brokerName || brokerCode}`,
      text: linkStateWords[state],
      note: 'The platform does not say what becomes of it.',
    })),
  ];
}

/** What a plan shows that the one before it did not, one line each. */
export function subscriptionChanges(before: SubscriptionPlan, after: SubscriptionPlan): string[] {
  const terms = [
    ['Fee a month', moneyText(before.monthlyFee), moneyText(after.monthlyFee)],
    ['Free trial', trialText(before.freeTrialDays), trialText(after.freeTrialDays)],
    ['Smallest portfolio', moneyText(before.minimumPortfolio), moneyText(after.minimumPortfolio)],
    ['Copies at brokers', copiesText(before), copiesText(after)],
  ] as const;
  const changed = terms.flatMap(([name, old, now]) =>
    old === now ? [] : [`${name}: it was ${old} and is ${now} now.`],
  );
  const lines = [...changed, ...newChecks(before.checks, after.checks)];
  return lines.length === 0 ? ['The list of strategies or the roster changed.'] : lines;
}

const copiesText = ({ copies }: SubscriptionPlan): string =>
  copies
    .map(({ brokerCode, brokerName, state }) => `${brokerName || brokerCode} (${linkStateWords[state]})`)
    .join(', ') || 'none';
