import type { Subscriber } from '#contract/model/people.ts';
import { centsText } from '#renderer/format/money-text.ts';

type Fact = readonly [name: string, text: string | null];

const none = '–';
const text = (value: string | null): string => value || none;
const yesOrNo = (value: boolean | null): string => (value === null ? none : value ? 'Yes' : 'No');

/** The fields of a subscriber record in groups. `email`: the address as it is to be shown. */
export function subscriberFacts(
  subscriber: Subscriber,
  email: string,
): readonly { readonly name: string; readonly facts: readonly Fact[] }[] {
  const { terms } = subscriber;
  const isUnlisted = !subscriber.listed;
  const person: Fact[] = [
    ['Name', text(subscriber.name)],
    ['Person id', text(subscriber.personId)],
    ['E-mail', text(email)],
    ['Country', text(subscriber.country)],
    ['Country code', terms === undefined ? null : text(terms.countryCode)],
  ];
  const subscription: Fact[] = [
    ['Status', `${text(subscriber.status)}${isUnlisted ? ', no longer listed' : ''}`],
    ['Started', text(subscriber.startedText)],
    ['Ended', text(subscriber.endedText)],
    ['Subscription id', subscriber.subscriptionId],
    ['Strategy id', terms === undefined ? null : text(terms.systemId)],
    ['Schedule id', terms === undefined ? null : text(terms.scheduleId)],
  ];
  const groups = [
    { name: 'Person', facts: person },
    { name: 'Subscription', facts: subscription },
  ];
  if (terms === undefined) return groups;
  return [
    ...groups,
    {
      name: 'Billing',
      facts: [
        ['Next payment', centsText(terms.nextPayment)],
        ['Failed payments', text(terms.failedPayments)],
        ['Recurring billing turned off', text(terms.billingOffText)],
      ],
    },
    {
      name: 'Custom terms',
      facts: [
        ['Amount', centsText(terms.customAmount)],
        ['Valid until', text(terms.customUntilText)],
        ['Payments remaining', text(terms.customPeriodsLeft)],
        ['Custom terms id', text(terms.customId)],
      ],
    },
    {
      name: 'Private platform',
      facts: [
        ['Managed by a private platform', yesOrNo(subscriber.isPrivate)],
        ['Private subscription started', text(terms.privateStartedText)],
        ['Private subscription ends', text(terms.privateEndsText)],
        ['Private subscription expired', yesOrNo(terms.isPrivateExpired)],
        ['Platform license ends', text(terms.platformEndsText)],
        ['Platform license expired', yesOrNo(terms.isPlatformExpired)],
      ],
    },
  ];
}
