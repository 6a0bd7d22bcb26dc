import { describe, expect, it } from 'vitest';
import { brokerCards, initials, requirementsText } from '#renderer/autotrade/broker-choices.ts';
import { demoBrokers } from '#renderer/gallery/demo-brokers.ts';

const stocks = { stock: true, option: false, future: false, forex: false };
const reasons = (types = stocks) =>
  Object.fromEntries(
    brokerCards(demoBrokers, types).flatMap(({ choices }) =>
      choices.map(({ choice, reason }) => [choice.code, reason]),
    ),
  );

describe('the brokers of a strategy', () => {
  it('are cards by broker, the preferred ones first', () => {
    const list = { ...demoBrokers, choices: demoBrokers.choices.toReversed() };
    expect(brokerCards(list, stocks).map(({ brokerName }) => brokerName)).toEqual([
      'Harbor Securities',
      'Cedar Bank',
      'Pinewood Futures',
    ]);
  });

  it('say why a choice cannot be taken', () => {
    expect(reasons()).toEqual({
      HARBOR: 'It copies this strategy already.',
      HARBOR_ADVISOR: null,
      HARBOR_FORM: 'Only with its code: type the code below.',
      PINEWOOD: 'It does not trade stocks.',
      PINEWOOD_FX: 'It takes no customers in the US.',
      CEDAR: null,
    });
    expect(reasons({ ...stocks, future: true })['CEDAR']).toBe('It does not trade futures.');
  });

  it('say which of them the platform does not list for short options', () => {
    const cards = brokerCards(demoBrokers, stocks, ['HARBOR_ADVISOR']);
    const choices = cards.flatMap((card) => card.choices);
    const reasonOf = (code: string) => choices.find(({ choice }) => choice.code === code)?.reason;
    expect(reasonOf('HARBOR_ADVISOR')).toBeNull();
    expect(reasonOf('CEDAR')).toBe('The platform does not list it for short options.');
    expect(reasonOf('PINEWOOD')).toBe('It does not trade stocks.');
  });

  it('name what they ask for, in the words of the broker', () => {
    const [, advisor, , , , cedar] = demoBrokers.choices;
    expect([advisor && requirementsText(advisor), cedar && requirementsText(cedar)]).toEqual([
      'Asks for Advisor code, password.',
      'It does not say what it asks for.',
    ]);
  });

  it('have at most two letters in place of a picture', () => {
    expect([initials('Harbor Securities'), initials('Cedar'), initials('')]).toEqual(['HS', 'C', '']);
  });
});
