import {
  unsubscribeParameters,
  atOnceActionType,
  type UnsubscribeParameter,
  type EndRequest,
  type SubscriptionPlan,
  type SubscriptionRequest,
} from '#contract/model/subscription.ts';
import { centsText, moneyText } from '#renderer/format/money-text.ts';
import { dateText, timeText, zoneLabel, type Zone } from '#renderer/format/time-text.ts';
import { linkStateWords } from '#renderer/messages/en/acts.ts';
import { newCheckTexts } from '#renderer/plan/plan-changes.ts';
import type { PlanColumn, PlanMark } from '#renderer/plan/plan-table.ts';
import { trialText } from './subscription-words.ts';

export type SubscriptionPlanRow = {
  readonly mark: PlanMark | null;
  readonly name: string;
  readonly text: string;
  readonly note?: string;
};

const positionsLabel = 'Positions and orders at brokers';

export const planColumns: readonly PlanColumn<SubscriptionPlanRow>[] = [
  { title: 'What', cell: ({ name }) => name },
  { title: 'Change', look: 'words', cell: ({ text, note = null }) => ({ text, note }) },
];

/** What a plan changes, one row each. */
export const planRows = (plan: SubscriptionPlan, zone: Zone): readonly SubscriptionPlanRow[] =>
  plan.request.kind === 'begin' ? beginRows(plan, zone) : endRows(plan, plan.request);

const assumedNote = 'Assumed: the platform does not say when a fee is due.';

function beginRows(plan: SubscriptionPlan, zone: Zone): SubscriptionPlanRow[] {
  const { freeTrialDays, firstPaymentAt, monthlyFee, yearlyFee } = plan;
  return [
    { mark: '+', name: 'Subscription', text: 'from today' },
    { mark: null, name: 'Free trial', text: trialText(freeTrialDays) },
    firstPaymentAt === null
      ? { mark: null, name: 'First payment', text: 'not known' }
      : { mark: null, name: 'First payment', text: `on ${dateText(firstPaymentAt, zone)}`, note: assumedNote },
    { mark: '+', name: 'Monthly fee', text: centsText(monthlyFee) },
    { mark: '+', name: 'Fee a year', text: centsText(yearlyFee), note: 'Twelve monthly fees.' },
  ];
}

const unknownEffect = 'The program does not know what this value does.';

function endRows({ copies, monthlyFee }: SubscriptionPlan, request: EndRequest): SubscriptionPlanRow[] {
  const { actionType, autoTradePositionsAndOrders: positions } = request;
  const atOnce = actionType === atOnceActionType;
  const laterNote = `${unknownEffect} The list of strategies may show the subscription for longer.`;
  const keptNote = 'What was read stays here.';
  return [
    atOnce
      ? { mark: '−', name: 'Subscription', text: 'ends at once' }
      : { mark: '−', name: 'Subscription', text: `ends with the value ${actionType}`, note: laterNote },
    {
      mark: '−',
      name: 'Orders, trades, equity',
      text: atOnce ? 'can no longer be read' : 'can no longer be read once it has ended',
      note: keptNote,
    },
    { mark: '−', name: 'Monthly fee', text: centsText(monthlyFee) },
    ...(positions === null ? [] : [{ mark: '?', name: positionsLabel, text: positions, note: unknownEffect } as const]),
    ...copies.map(({ brokerCode, brokerName, state }) => ({
      mark: '?' as const,
      name: `Copy at ${brokerName || brokerCode}`,
      text: linkStateWords[state],
      note: 'The platform does not say what becomes of it.',
    })),
  ];
}

/** A choice for the end of a subscription, among the values that the platform named. */
export type EndField = {
  readonly parameter: UnsubscribeParameter;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly hint: string;
};

const labels: Readonly<Record<UnsubscribeParameter, string>> = {
  actionType: 'How it ends',
  autoTradePositionsAndOrders: positionsLabel,
};
/** The first option of each list. For positions and orders it means that no value is sent. */
const firstOptions: Readonly<Record<UnsubscribeParameter, EndField['options'][number]>> = {
  actionType: { value: atOnceActionType, label: `At once (${atOnceActionType})` },
  autoTradePositionsAndOrders: { value: '', label: 'Not stated (the platform decides)' },
};

/** The choices for the end of a subscription. None if the platform named no values. */
export function endFields({ named }: SubscriptionPlan, request: SubscriptionRequest, zone: Zone): EndField[] {
  if (request.kind === 'begin') return [];
  return unsubscribeParameters.flatMap((parameter) => {
    const namedValues = named[parameter];
    if (namedValues === null) return [];
    const first = firstOptions[parameter];
    const value = request[parameter] ?? '';
    // A newer refusal by the platform may not name the chosen value. The plan is then blocked.
    const others = [...new Set([...namedValues.values, value])].filter((one) => one !== first.value);
    const options = [first, ...others.map((one) => ({ value: one, label: one }))];
    const hint = `Named by the platform in its refusal of ${timeText(namedValues.at, zone)} ${zoneLabel(zone)}.`;
    return [{ parameter, label: labels[parameter], options, value, hint }];
  });
}

/** The request with another choice. */
export function withEndValue(
  request: SubscriptionRequest,
  parameter: UnsubscribeParameter,
  value: string,
): SubscriptionRequest {
  if (request.kind === 'begin') return request;
  return { ...request, [parameter]: parameter === 'autoTradePositionsAndOrders' && value === '' ? null : value };
}

/** The differences between a plan and the one before it, one line each. */
export function subscriptionChanges(before: SubscriptionPlan, after: SubscriptionPlan): string[] {
  const terms = [
    ['Monthly fee', moneyText(before.monthlyFee), moneyText(after.monthlyFee)],
    ['Free trial', trialText(before.freeTrialDays), trialText(after.freeTrialDays)],
    ['Minimum capital', moneyText(before.minimumPortfolio), moneyText(after.minimumPortfolio)],
    ['Copies at brokers', copiesText(before), copiesText(after)],
    ['Ways to end it that the platform named', namedText(before, 'actionType'), namedText(after, 'actionType')],
    [
      'Values that the platform named for positions and orders',
      namedText(before, 'autoTradePositionsAndOrders'),
      namedText(after, 'autoTradePositionsAndOrders'),
    ],
  ] as const;
  const changed = terms.flatMap(([name, oldText, newText]) =>
    oldText === newText ? [] : [`${name}: ${oldText} before, ${newText} now.`],
  );
  const lines = [...changed, ...newCheckTexts(before.checks, after.checks)];
  return lines.length === 0 ? ['The list of strategies or the roster changed.'] : lines;
}

const namedText = ({ named }: SubscriptionPlan, parameter: UnsubscribeParameter): string =>
  named[parameter]?.values.join(', ') ?? 'none';

const copiesText = ({ copies }: SubscriptionPlan): string =>
  copies
    .map(({ brokerCode, brokerName, state }) => `${brokerName || brokerCode} (${linkStateWords[state]})`)
    .join(', ') || 'none';
