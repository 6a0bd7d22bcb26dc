import Type from 'typebox';
import { command, strict } from './command.ts';
import { Text } from './message.ts';
import { RosterEntry, Subscriber } from './model/people.ts';
import { Person, PersonRow } from './model/person.ts';
import { Id, Nullable, UnixSeconds } from './model/scalars.ts';
import { SubscriberChange, SubscriberReading, SubscriberStep } from './model/subscriber-changes.ts';

/** `subscription_guid` is not always digits. */
const SubscriptionId = Type.String({ minLength: 1, maxLength: 200 });

/** Lists of subscribers, of public strategies and of people, from the cache. */
export const peopleCommands = {
  /** The subscribers (`getListSubscribers`), from the cache, the current ones first. */
  'subscribers.list': command(
    Type.Object({ systemId: Id }, strict),
    Type.Object({ subscribers: Type.Array(Subscriber) }),
    [],
  ),
  /** The stored readings that differed from the one before, newest first. */
  'subscribers.readings': command(
    Type.Object({ systemId: Id }, strict),
    Type.Object({ readings: Type.Array(SubscriberReading) }),
    [],
  ),
  /** What differs between two of these readings. `from` may be the later one. */
  'subscribers.changes': command(
    Type.Object({ systemId: Id, from: UnixSeconds, to: UnixSeconds }, strict),
    Type.Object({ changes: Type.Array(SubscriberChange) }),
    ['unknown-reading'],
  ),
  /** The steps of all subscriptions of the person who has `subscriptionId`, newest first. */
  'subscribers.history': command(
    Type.Object({ systemId: Id, subscriptionId: SubscriptionId }, strict),
    Type.Object({ steps: Type.Array(SubscriberStep) }),
    [],
  ),
  /**
   * The service's public list of strategies, including those that ended recently
   * (`getSystemRoster`), from the cache. If `fresh` is true, the cache is updated first. World keys
   * only.
   */
  'roster.list': command(
    Type.Object({ fresh: Type.Boolean() }, strict),
    Type.Object({ readAt: Nullable(UnixSeconds), failure: Nullable(Text), entries: Type.Array(RosterEntry) }),
    [],
  ),
  /**
   * The people of a private platform as a list (`listAllPeople`), from the cache. If `fresh` is
   * true, the cache is updated first. Keys of a private platform only.
   */
  'people.list': command(
    Type.Object({ fresh: Type.Boolean() }, strict),
    Type.Object({
      readAt: Nullable(UnixSeconds),
      failure: Nullable(Text),
      revision: Type.Integer(),
      people: Type.Array(PersonRow),
    }),
    ['not-possible'],
  ),
  /** Every member of one person, from the cache. */
  'people.get': command(Type.Object({ personId: Id }, strict), Type.Object({ person: Person }), [
    'not-possible',
    'unknown-person',
  ]),
} as const;
