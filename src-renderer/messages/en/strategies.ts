import type { StrategyMessages } from '#contract/messages/strategies.ts';
import type { AttributeField } from '#contract/model/attribute-field.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { moneyText } from '#renderer/format/money-text.ts';
import type { WordsOf } from '../catalog.ts';

/** The names of a strategy's attributes on screen. */
export const attributeWords: Readonly<Record<AttributeField, string>> = {
  name: 'Name',
  shortDescription: 'Short description',
  longDescription: 'Description',
  ownerPersonId: 'Owner (person id)',
  startingCapital: 'Starting capital',
  minimumPortfolio: 'Minimum capital',
  monthlyFee: 'Monthly fee',
  trialDays: 'Free trial, days',
  creditSeconds: 'System time credit',
  signalCredits: 'Free signal credits',
  test: 'Test strategy',
  alive: 'Alive',
  visible: 'Visible on the site',
};

const numberText = (number: number): string => decimalText(String(number));
const count = (number: number, noun: string): string => `${numberText(number)} ${number === 1 ? noun : `${noun}s`}`;

export const strategies: WordsOf<StrategyMessages> = {
  'strategy.create-not-confirmed': () => 'The new strategy is not confirmed',
  'strategy.create-absent': () =>
    'The list of strategies does not have it two minutes after the request. Check the web screen before you create it again: there could be two.',
  'strategy.create-late': () =>
    'An earlier request to create a strategy took effect after all, although a newer one followed it.',
  'strategy.create-differs': () =>
    'The platform confirmed the new strategy, and its list of strategies does not have it.',
  'strategy.create-after-refusal': () =>
    'The platform refused the new strategy, and its list of strategies has one of this name now.',
  'strategy.change-not-confirmed': () => 'The change of a strategy is not confirmed',
  'strategy.change-absent': () =>
    'Two minutes after the request, the platform still shows the old values. Send the change again if you still want it.',
  'strategy.change-late': () =>
    'An earlier change took effect after all, although a newer one followed it. Read the details again.',
  'strategy.change-differs': () =>
    'The platform confirmed the change, but its answer or the details of the strategy show something else. What was sent and what was answered are under Activity, Changes.',
  'strategy.change-after-refusal': () =>
    'The platform refused the change, and the details of the strategy show it now.',
  'strategy.unknown-plan': () => 'This plan is no longer available. Review it again. Nothing was sent.',
  'strategy.unknown-strategy': () => 'The list of strategies does not have this strategy.',
  'strategy.outdated': () => 'What this plan rests on has changed. Review it again. Nothing was sent.',
  'strategy.nothing-to-change': () => 'The strategy has these values already. Nothing was sent.',
  'strategy.bounds': ({ field, unit, min, max }) =>
    unit === 'characters'
      ? `${attributeWords[field]}: ${min === 0 ? 'at most' : `${min} to`} ${numberText(max)} characters.`
      : `${attributeWords[field]}: a whole number from ${numberText(min)} to ${numberText(max)}.`,
  'strategy.not-own': () => 'Another person owns this strategy.',
  'strategy.not-read': () => 'The details of the strategy were never read: its present values are not known.',
  'strategy.record': () =>
    'This makes a record that others can see, and the platform may charge for it. It cannot be deleted, only ended.',
  'strategy.same-name': ({ name }) => `You have a strategy named ${name} already.`,
  'strategy.second': () =>
    'An earlier request for a strategy of this name had no clear answer, or its strategy is not listed yet. This may make a second one.',
  'strategy.capital-moves-curve': ({ before, after }) =>
    `The whole equity curve moves by the difference${
      before === null ? '' : ` of ${moneyText(String(Number(after) - Number(before)))}`
    } (assumed: the platform does not say).`,
  'strategy.owner-changes': () => 'The strategy belongs to another person from then on, and you may lose access to it.',
  'strategy.ends': ({ subscribers, copies }) =>
    `The strategy ends for everybody: ${count(subscribers, 'subscriber')}, ${count(copies, 'copied account')} known here. It accepts no more entries.`,
  'strategy.not-flat': ({ positions, working }) =>
    `It has ${count(positions, 'open position')} and ${count(working, 'working order')}. Flatten it on the Trade page first.`,
  'strategy.holdings-old': () =>
    'Its orders and positions could not be read now, so it is not known whether it is flat.',
  'strategy.test-with-subscribers': ({ subscribers }) =>
    `It becomes a test strategy while it has ${count(subscribers, 'subscriber')}.`,
  'strategy.fee-changes': ({ subscribers }) =>
    `The platform does not say whether the new fee applies to the present ${count(subscribers, 'subscriber')}.`,
  'strategy.credits-count': () =>
    'New credits count from the moment of the change and replace the earlier ones. They cannot be set back from here.',
  'strategy.visibility-unread': () => 'The program cannot read whether the strategy is visible on the site.',
  'strategy.repeats': ({ missing }) =>
    missing.length === 0
      ? 'Every attribute is sent, also those that stay as they are.'
      : `The known values of the other attributes are sent too. Not known, and not sent: ${missing
          .map((field) => attributeWords[field])
          .join(', ')}.`,
};
