import { describe, expect, it } from 'vitest';
import { demoSubscribers } from '#renderer/gallery/demo-subscribers.ts';
import { maskedEmail } from '#renderer/format/masked-email.ts';
import { subscriberFacts } from '#renderer/strategies/subscribers/subscriber-facts.ts';

describe('an e-mail address', () => {
  it.each([
    ['ada@example.org', 'a•••@example.org'],
    ['a@b', 'a•••@b'],
    ['😀x@example.org', '😀•••@example.org'],
    ['no address', 'n•••'],
    ['', ''],
  ])('%j is shown as %j', (email, shown) => expect(maskedEmail(email)).toBe(shown));
});

describe('the facts of a subscriber', () => {
  const [subscriber] = demoSubscribers;
  if (subscriber === undefined) throw new Error('no subscriber');

  it('have each name only once across all groups', () => {
    const names = subscriberFacts(subscriber, subscriber.email).flatMap(({ facts }) => facts.map(([name]) => name));
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength(24);
  });

  it('show no group of terms if an earlier version stored none', () => {
    const { terms: _, ...stored } = subscriber;
    const groups = subscriberFacts(stored, '');
    expect(groups.map(({ name }) => name)).toEqual(['Person', 'Subscription']);
    expect(groups.flatMap(({ facts }) => facts).filter(([, text]) => text === null)).toHaveLength(3);
  });

  it('say that a subscription is no longer listed', () => {
    const facts = subscriberFacts({ ...subscriber, listed: false }, '').flatMap((group) => group.facts);
    expect(facts).toContainEqual(['Status', 'current, no longer listed']);
  });
});
