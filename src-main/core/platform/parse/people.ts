import type { RosterEntry, Subscriber } from '#contract/model/people.ts';
import { flag, given, stated } from '../absent.ts';
import { isRecord, type JsonObject } from '../wire/json-object.ts';
import { parseList, type Parsed, type ParsedRecord } from './parsed.ts';
import { decimal, id, instant } from './scalars.ts';
import { instrumentsOf } from './strategy.ts';

/** `getListSubscribers`. Null: no list. */
export const parseSubscribers = (value: unknown): Parsed<Omit<Subscriber, 'listed'>> | null =>
  parseList(isRecord(value) ? value['listSubscribers'] : value, parseSubscriber);

const parseSubscriber = (record: unknown): ParsedRecord<Omit<Subscriber, 'listed'>> => {
  const wire: JsonObject = isRecord(record) ? record : {};
  const guid = wire['subscription_guid'];
  const subscriptionId = given(guid);
  if (subscriptionId === null || typeof guid === 'boolean') return { problem: 'subscriber: subscription_guid' };
  const names = [wire['subscriber_first_name'], wire['subscriber_last_name']].map((name) => stated(name)?.trim() ?? '');
  return {
    subscriptionId,
    personId: id(wire['subscriber_personid']),
    name: names.filter((name) => name !== '').join(' '),
    email: stated(wire['subscriber_email']) ?? '',
    country: stated(wire['subscriber_country']) ?? stated(wire['subscriber_countrycode']) ?? '',
    status: stated(wire['subscription_status']) ?? '',
    startedText: given(wire['subscription_started_date']) ?? '',
    endedText: given(wire['subscription_ended']) ?? '',
    isPrivate: flag(wire['isPrivateSubManagement']),
  };
};

/** `getSystemRoster`. Null: no list. */
export const parseRoster = (value: unknown): Parsed<Omit<RosterEntry, 'listed'>> | null => parseList(value, parseEntry);

const parseEntry = (record: unknown): ParsedRecord<Omit<RosterEntry, 'listed'>> => {
  const wire: JsonObject = isRecord(record) ? record : {};
  const systemId = id(wire['system_id']);
  if (systemId === null) return { problem: 'roster: system_id' };
  return {
    systemId,
    name: stated(wire['system_name']) ?? `Strategy ${systemId}`,
    owner: stated(wire['owner_screenname']) ?? '',
    ownerPersonId: id(wire['ownerpersonid']),
    createdText: given(wire['created_when']) ?? '',
    monthlyFee: decimal(wire['monthlyFee']),
    freeTrialDays: decimal(wire['freeTrialPeriodDays']),
    minimumPortfolio: decimal(wire['minimum_portfolio_size_required']),
    startingCapital: decimal(wire['equitycurve_startingcapital']),
    alive: flag(wire['isAlive']),
    // '0' while it is active (platform-notes 32).
    inactiveSince: instant(wire['recently_inactive_since'], wire['recently_inactive_since']),
    instruments: instrumentsOf(wire),
  };
};
