import type { PlatformRequest, PlatformResult } from '#core/platform/platform-client.ts';
import type { JsonObject } from '#core/platform/wire/json-object.ts';
import type { FakeClock } from '#tests/fixtures/fake-clock.ts';

type License = { id: string; type: string; recurring: string; method: string };
type Subscription = { guid: string; systemId: string; ended: string };
type Strategy = { systemId: string; name: string; alive: string };
export type FakePerson = {
  id: string;
  firstName: string;
  deleted: string;
  /** No answer contains it. */
  password: string;
  licenses: License[];
  subscriptions: Subscription[];
  strategies: Strategy[];
};

/** What happens to a request that changes something. */
export type Fault = 'none' | 'lost-before' | 'lost-after' | 'doubled' | 'refused' | 'killed-before' | 'killed-after';

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const creatingCommands = ['create_software_license_record_platform', 'subscribeToStrategy', 'createNewSystem'];

/** A private platform in memory. Requests can be lost, refused or doubled, and answers lost. */
export class FakePeoplePlatform {
  readonly people = new Map<string, FakePerson>();
  /** How often the program sent each creating request, also if it was lost or refused. */
  readonly sentCreations = new Map<string, number>();
  /** Passwords that the program sent, in their order, also in lost requests. */
  readonly passwords: string[] = [];
  faultOf: (request: PlatformRequest) => Fault = () => 'none';
  /** Called when a fault ends the process. */
  onKilled: () => void = () => undefined;
  rightsWithdrawn = false;
  readonly #clock: FakeClock;
  #lastId = 9_000;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  readonly send = async (request: PlatformRequest): Promise<PlatformResult> => {
    await Promise.resolve();
    if (request.beforeSend?.() === false) return { kind: 'withdrawn', text: 'Withdrawn.' };
    const { body, command } = request;
    if (command === 'listAllPeople') return this.#answer(this.#allPeople());
    if (command === 'getSystemDetails') return this.#answer(this.#details(textOf(body['systemid'])));
    if (command === 'listAllSystems') return this.#answer(this.#systems());
    if (creatingCommands.includes(command)) {
      const key = `${command} ${textOf(body['personid'] ?? body['ownerpersonid'])} ${textOf(body['systemid'] ?? body['name'] ?? body['license_type_requested'])}`;
      this.sentCreations.set(key, (this.sentCreations.get(key) ?? 0) + 1);
    }
    if (body['password'] !== undefined) this.passwords.push(textOf(body['password']));
    const fault = this.faultOf(request);
    if (fault === 'killed-before' || fault === 'killed-after') {
      if (fault === 'killed-after') this.#carryOut(command, body);
      this.onKilled();
      return new Promise(() => undefined);
    }
    if (fault === 'lost-before') return { kind: 'no-answer', text: 'Cut.', sentAt: this.#clock.now() };
    if (fault === 'refused' || this.rightsWithdrawn) return this.#answer(refusal('Not allowed'));
    const first = this.#carryOut(command, body);
    const answered = fault === 'doubled' ? this.#carryOut(command, body) : first;
    if (fault === 'lost-after') return { kind: 'no-answer', text: 'Cut.', sentAt: this.#clock.now() };
    return this.#answer(answered);
  };

  #answer(body: object): PlatformResult {
    const at = this.#clock.now();
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    return { kind: 'answer', httpStatus: 200, bytes, sentAt: at, receivedAt: at };
  }

  #id(): string {
    this.#lastId += 1;
    return String(this.#lastId);
  }

  #carryOut(command: string, body: PlatformRequest['body']): object {
    const text = (name: string): string => textOf(body[name] ?? '');
    const person = this.people.get(text('personid') || text('ownerpersonid')) ?? null;
    if (command === 'change_software_license_status') return this.#changeLicense(body);
    if (command === 'changeSystemAttribute') {
      const found = [...this.people.values()].flatMap((one) => one.strategies);
      const strategy = found.find((one) => one.systemId === text('systemid'));
      if (!strategy) return refusal('No such strategy');
      strategy.alive = text('isAlive');
      return ok({ changes: ['isAlive updated'] });
    }
    if (person?.deleted !== '') return refusal('No such person');
    const live = person.subscriptions.find((one) => one.systemId === text('systemid') && one.ended === '');
    if (command === 'changePersonAttribute' && body['password'] !== undefined) {
      person.password = text('password');
      return ok({ changes: ['password updated'] });
    }
    if (command === 'changePersonAttribute') {
      person.firstName = text('firstname');
      return ok({ changes: ['firstname updated'] });
    }
    if (command === 'deleteUser') {
      person.deleted = '2026-03-02 10:00:00';
      return ok({ personid: person.id });
    }
    if (command === 'createNewSystem') {
      const systemId = this.#id();
      person.strategies.push({ systemId, name: text('name'), alive: '1' });
      return ok({ NewSystemID: systemId });
    }
    if (command === 'create_software_license_record_platform') {
      const id = this.#id();
      person.licenses.push({ id, type: text('license_type_requested'), recurring: '1', method: 'credit_card' });
      return ok({ license_id: id });
    }
    if (command === 'subscribeToStrategy') {
      if (live) return refusal('Already subscribed');
      const guid = this.#id();
      person.subscriptions.push({ guid, systemId: text('systemid'), ended: '' });
      return ok({ subscription_guid: guid });
    }
    if (!live) return refusal('Not subscribed');
    const at = text('unsubAtYYYYMMDDhhmm');
    live.ended = at === '' ? '2026-03-02 09:35:00' : `${at}:00`;
    return ok({ subscription_guid: live.guid });
  }

  #changeLicense(body: PlatformRequest['body']): object {
    const licenses = [...this.people.values()].flatMap((one) => (one.deleted === '' ? one.licenses : []));
    const license = licenses.find(({ id }) => id === body['license_id']);
    if (!license) return refusal('No such license');
    if (body['recurring_billing_status'] !== undefined) license.recurring = textOf(body['recurring_billing_status']);
    if (body['payment_method'] !== undefined) license.method = textOf(body['payment_method']);
    return ok({ license_id: license.id });
  }

  #allPeople(): object {
    const people = [...this.people.values()].map((person) => ({
      person_id: person.id,
      firstName: person.firstName,
      LastName: `L${person.id}`,
      screenName: `s${person.id}`,
      email: `p${person.id}@example.com`,
      created: '2026-01-05 10:00:00',
      deleted: person.deleted,
      current_software_license_list: person.licenses.map((one) => licenseRecord(one, person.id)),
      current_strategy_subscription_list: person.subscriptions.map(({ ended, guid, systemId }) => ({
        systemname: `S${systemId}`,
        listPaymentRecords: [],
        subscription_guid: guid,
        started_when: '2026-01-05 10:00:00',
        system_id: systemId,
        ended_when: ended,
      })),
      current_strategies_owned_list: person.strategies.map(({ alive, name, systemId }) => ({
        systemname: name,
        is_alive: alive,
        credits_status: { signal_credits_remaining: '0', time_credit_remaining_until: '', requires_credits: '0' },
        created_when: '2026-01-05 10:00:00',
        is_trade_leader_strategy: '0',
        systemid: systemId,
        transactions_list: [],
      })),
    }));
    return { ok: '1', people };
  }

  #details(systemId: string): object {
    const strategy = [...this.people.values()]
      .flatMap((one) => one.strategies)
      .find((one) => one.systemId === systemId);
    return {
      ok: '1',
      response: { system_id: systemId, systemName: strategy?.name ?? '', isAlive: strategy?.alive ?? '' },
    };
  }

  #systems(): object {
    const all = [...this.people.values()].flatMap((one) => one.strategies);
    return { ok: '1', response: all.map(({ name, systemId }) => ({ system_id: systemId, systemName: name })) };
  }

  /** The people in the form of an answer to `listAllPeople`. */
  peopleAnswer(): JsonObject {
    return JSON.parse(JSON.stringify(this.#allPeople())) as JsonObject;
  }
}

const ok = (success: object) => ({ ok: '1', success });
const refusal = (message: string) => ({ ok: '0', error: { title: 'Refused', message } });

const licenseRecord = ({ id, method, recurring, type }: License, personId: string) => ({
  license_id: id,
  licensed_to_personid: personId,
  license_type_requested: type,
  starts_when: '2026-01-05 10:00:00',
  ends_when: '2026-04-05 10:00:00',
  amount_paid_for_current_period: '99.00',
  amount_to_pay_next_period: '99.00',
  payment_method_for_current_period: method,
  payment_method_for_next_period: method,
  current_billing_failed_attempts: '0',
  recurring_billing_status: recurring,
});
