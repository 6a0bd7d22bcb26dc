import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ChangeRun, ChangeRunRow, NewChange } from '#contract/model/change-set.ts';
import { ActDesk } from '#core/acts/act-desk.ts';
import { ChangeDesk } from '#core/changes/change-desk.ts';
import { ChangeFile } from '#core/changes/change-file.ts';
import type { Journal } from '#core/orders/journal/journal.ts';
import { openJournal } from '#core/orders/journal/open-journal.ts';
import { parsePeople } from '#core/platform/parse/person.ts';
import { JournalError } from '#core/sending/journal-error.ts';
import { Sender } from '#core/sending/sender.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { seedFrom } from '#tests/fixtures/property-seed.ts';
import { seededNumbers } from '#tests/fixtures/seeded-numbers.ts';
import { startWall, temporaryFolder } from '../orders/order-fixtures.ts';
import { FakePeoplePlatform, type Fault, type FakePerson } from './fake-people-platform.ts';

const full = process.env['STRATDESK_PROMISES'] === 'full';
const setCount = Number(process.env['STRATDESK_CHANGE_SETS'] ?? (full ? 2_000 : 25));
const firstSeed = seedFrom(20261126);

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const allFaults: readonly Fault[] = [
  'lost-before',
  'lost-after',
  'doubled',
  'refused',
  'killed-before',
  'killed-after',
];
const profile = { id: 'operator', mode: 'PRACTICE' } as const;

/** Several starts of the program on one folder. The seed determines every fault. */
class FaultyProgram {
  readonly clock = new FakeClock(startWall);
  readonly platform = new FakePeoplePlatform(this.clock);
  readonly dataDir = temporaryFolder();
  readonly drawnFaults = new Set<Fault>();
  readonly #random: () => number;
  #isDiskFull = false;
  #isKilled = false;
  /** The program itself refuses acts. `rightsWithdrawn` makes the platform refuse them. */
  #isRefusedHere = false;
  #passwordCount = 0;
  #journal!: Journal;
  #acts!: ActDesk;
  desk!: ChangeDesk;

  constructor(seed: number) {
    this.#random = seededNumbers(seed);
    for (let number = 1; number <= 6; number += 1) this.#addPerson(String(100 + number));
    this.platform.faultOf = () => this.#nextFault();
    this.platform.onKilled = () => (this.#isKilled = true);
    this.#open();
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#random() * items.length)] as Item;
  }

  /** Random changes that do not conflict. */
  changes(): NewChange[] {
    const all: NewChange[] = [];
    for (const person of this.platform.people.values()) {
      if (this.#random() < 0.15) {
        all.push({ op: 'user.delete', personId: person.id, fields: {} });
        continue;
      }
      for (const change of this.#changesOf(person)) if (this.#random() < 0.35) all.push(change);
    }
    return all;
  }

  #changesOf({ id: personId, licenses, strategies, subscriptions }: FakePerson): NewChange[] {
    const license_id = licenses[0]?.id ?? '';
    const isSubscribed = subscriptions.length > 0;
    const endFields = this.pick([{}, { unsubAtYYYYMMDDhhmm: '2027-05-03 09:30' }]);
    return [
      { op: 'person.change', personId, fields: { firstname: this.pick(['Ada', 'Grace', 'Same']) } },
      { op: 'person.password', personId, fields: {} },
      { op: 'license.create', personId, fields: { license_type_requested: this.pick(['one', 'two']) } },
      { op: 'license.recurring', personId, fields: { license_id, recurring_billing_status: this.pick(['0', '1']) } },
      { op: 'license.method', personId, fields: { license_id, payment_method: 'bank_transfer' } },
      isSubscribed
        ? { op: 'subscription.end', personId, fields: { systemid: '501', ...endFields } }
        : { op: 'subscription.begin', personId, fields: { systemid: '501' } },
      {
        op: 'strategy.create',
        personId,
        fields: { name: 'New one', longDescription: 'Text', startingcapital: '5000' },
      },
      { op: 'strategy.alive', personId, fields: { systemid: strategies[0]?.systemId ?? '', isAlive: '0' } },
    ];
  }

  /** Applies the set, with restarts and resumes, until it has ended. */
  async apply(changes: readonly NewChange[]): Promise<ChangeRun | null> {
    if (!this.desk.add({ changes: [...changes] }).ok) throw new Error('not staged');
    const plan = await this.desk.plan();
    if (!plan.ok) throw new Error(JSON.stringify(plan.failure));
    const typed = Object.fromEntries(plan.value.rows.map((row) => [row.change.id, row.textToType ?? '']));
    const confirmed = plan.value.checks.map(({ code }) => code);
    if (plan.value.rows.length === 0) return null;
    const begun = await this.desk.apply({ planId: plan.value.planId, confirmed, typed, passwords: this.#passwords() });
    if (!begun.ok) throw new Error(JSON.stringify(begun.failure));
    for (let turn = 0; turn < 200; turn += 1) {
      await this.#settle();
      if (this.#isKilled) this.#restart();
      const run = this.run();
      if (run?.state === 'ended') return run;
      this.#causeTrouble();
      this.#endUnprovable(run);
      if (run?.state === 'paused' && this.#random() < 0.7) this.desk.resume({ passwords: this.#passwords() });
      else await this.clock.advance(this.pick([1_000, 15_000, 140_000]));
    }
    throw new Error(`never ended: ${JSON.stringify(this.run())}`);
  }

  /** Each password is different, so that the test detects a stored password that is sent again. */
  #passwords(): Record<string, string> {
    const got = this.desk.get();
    const { changes, run } = got.ok ? got.value : { changes: [], run: null };
    const all = [...changes, ...(run?.rows ?? []).map(({ change }) => change)];
    const passwords = all.filter(({ op }) => op === 'person.password').map(({ id }) => [id, this.#password()] as const);
    return Object.fromEntries(passwords);
  }

  #password(): string {
    this.#passwordCount += 1;
    return `CANARY-${this.#passwordCount}-typed`;
  }

  /** No reading can prove a change of password, so the user gives up a change without an answer. */
  #endUnprovable(run: ChangeRun | null): void {
    for (const { change, intentId, state } of run?.rows ?? [])
      if (change.op === 'person.password' && state === 'unknown') this.#acts.giveUp(intentId);
  }

  /** The bytes of every file of the program. */
  files(): Buffer[] {
    return readdirSync(this.dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
  }

  run(): ChangeRun | null {
    const got = this.desk.get();
    return got.ok ? got.value.run : null;
  }

  dispose(): void {
    this.#end();
    rmSync(this.dataDir, { recursive: true });
  }

  #addPerson(id: string): void {
    this.platform.people.set(id, {
      ...{ id, firstName: this.pick(['Bea', 'Same']), deleted: '', password: '' },
      licenses: [
        { id: `7${id}`, type: this.pick(['one', 'two']), recurring: this.pick(['0', '1']), method: 'credit_card' },
      ],
      subscriptions: this.#random() < 0.5 ? [{ guid: `8${id}`, systemId: '501', ended: '' }] : [],
      strategies: [{ systemId: `6${id}`, name: `S${id}`, alive: '1' }],
    });
  }

  #nextFault(): Fault {
    const fault = this.#random() < 0.25 ? this.pick(allFaults) : 'none';
    this.drawnFaults.add(fault);
    return fault;
  }

  /** The disk fills and empties, rights are withdrawn and returned, others change a person. */
  #causeTrouble(): void {
    this.#isDiskFull = this.#random() < 0.1;
    this.#isRefusedHere = this.#random() < 0.1;
    this.platform.rightsWithdrawn = this.#random() < 0.05;
    if (this.#random() < 0.1) this.pick([...this.platform.people.values()]).firstName = 'Elsewhere';
  }

  async #settle(): Promise<void> {
    for (let turn = 0; turn < 12; turn += 1) await new Promise(setImmediate);
  }

  #restart(): void {
    this.#end();
    this.#isKilled = false;
    this.#open();
  }

  #end(): void {
    this.desk.close();
    this.#acts.close();
    this.#journal.close();
  }

  #open(): void {
    const { clock, dataDir, platform } = this;
    const isDiskFull = (): boolean => this.#isDiskFull;
    const journal = openJournal({ dataDir, now: clock.now() }).journal;
    this.#journal = journal;
    this.#acts = new ActDesk({
      clock,
      log,
      journal: {
        problem: () => (isDiskFull() ? 'The disk is full.' : journal.problem()),
        knowsIntent: (intentId) => journal.knowsIntent(intentId),
        acts: () => journal.acts(),
        saveAct: (row) => {
          if (isDiskFull()) throw new JournalError({ code: 'change.not-stored' });
          journal.saveAct(row);
        },
      },
      sender: new Sender(clock, log, platform),
      client: platform,
      profile,
      killReason: () => null,
      offlineReason: () => null,
      rights: { refusal: () => (this.#isRefusedHere ? { code: 'access.subscriber' } : null) },
      notify: () => undefined,
      changed: () => undefined,
    });
    const file = new ChangeFile({ dataDir, log, lost: () => undefined });
    this.desk = new ChangeDesk({
      ...{ clock, log, acts: this.#acts, profileId: profile.id, platformId: '7' },
      random: {
        uuid: () => crypto.randomUUID(),
        fraction: () => this.#random(),
      },
      file: Object.assign(Object.create(ChangeFile.prototype) as ChangeFile, {
        of: (profileId: string) => file.of(profileId),
        save: (...saved: Parameters<ChangeFile['save']>) => !isDiskFull() && file.save(...saved),
      }),
      people: {
        freshPeople: () => {
          const read = parsePeople(platform.peopleAnswer()['people']);
          const people = (read?.items ?? []).map((person) => ({ ...person, listed: true }));
          return Promise.resolve({ ok: true, readAt: Math.floor(clock.now() / 1000), people });
        },
      },
      cache: {
        strategies: () => this.#strategies(),
        details: () => null,
        positions: () => [],
        datasets: () => ({ tradesOpen: { readAt: null }, details: { readAt: null } }),
      } as unknown as ConstructorParameters<typeof ChangeDesk>[0]['cache'],
      sync: {
        readStrategies: () => Promise.resolve(true),
        readAgain: () => Promise.resolve(true),
      },
      serviceClockOffsetMs: () => 0,
      paceMs: () => 1_000,
      deleteLimit: () => 10,
      keyRefusal: () => null,
      notify: () => undefined,
      changed: () => undefined,
    });
  }

  #strategies() {
    const all = [...this.platform.people.values()].flatMap((one) => one.strategies);
    return all.map(({ systemId }) => ({ systemId, listed: true, createdAt: null, monthlyFee: '20' }));
  }
}

/** Looks in the fake platform itself, independently of the rules that the program uses. */
function isInEffect({ change, values }: ChangeRunRow, people: ReadonlyMap<string, FakePerson>): boolean {
  const { fields, op } = change;
  const person = people.get(change.personId);
  if (person === undefined) return false;
  const license = person.licenses.find(({ id }) => id === fields.license_id);
  const before = new Set((values[0]?.before ?? '').split(' '));
  const subscriptions = person.subscriptions.filter(({ systemId }) => systemId === fields.systemid);
  const isLive = subscriptions.some(({ ended }) => ended === '');
  if (op === 'person.change') return person.firstName === fields.firstname;
  if (op === 'person.password') return person.password !== '';
  if (op === 'user.delete') return person.deleted !== '';
  if (op === 'license.create')
    return person.licenses.some(({ id, type }) => type === fields.license_type_requested && !before.has(id));
  if (op === 'license.recurring') return license?.recurring === fields.recurring_billing_status;
  if (op === 'license.method') return license?.method === fields.payment_method;
  if (op === 'subscription.begin') return isLive;
  if (op === 'subscription.end')
    return !isLive && subscriptions.some(({ ended }) => ended.startsWith(fields.unsubAtYYYYMMDDhhmm ?? '2026'));
  if (op === 'strategy.create') return person.strategies.some(({ name }) => name === fields.name);
  return person.strategies.some(({ alive, systemId }) => systemId === fields.systemid && alive === fields.isAlive);
}

const isReportedNotAsPlanned = ({ asPlanned, state }: ChangeRunRow): boolean =>
  asPlanned === false || (asPlanned === null && state !== 'done');

it(`${setCount} random sets with random faults end as planned, or report each row that does not`, async () => {
  const happenedFaults = new Set<Fault>();
  let appliedCount = 0;
  for (let number = 0; number < setCount; number += 1) {
    const seed = firstSeed + number;
    const faulty = new FaultyProgram(seed);
    try {
      const changes = faulty.changes();
      if (changes.length === 0) continue;
      const run = await faulty.apply(changes);
      if (run === null) continue;
      appliedCount += 1;
      for (const fault of faulty.drawnFaults) happenedFaults.add(fault);
      const { passwords, people, sentCreations } = faulty.platform;
      const unreported = run.rows.filter((row) => !isInEffect(row, people) && !isReportedNotAsPlanned(row));
      const open = run.rows.filter(({ state }) => state === 'waiting' || state === 'sending' || state === 'unknown');
      const deviationCount = run.rows.filter((row) => isReportedNotAsPlanned(row)).length;
      const creationsSentTwice = [...sentCreations].filter(([, times]) => times > 1);
      const files = faulty.files();
      const leaked = passwords.filter((password) => files.some((file) => file.includes(password)));
      const passwordsSentTwice = passwords.filter((password, at) => passwords.indexOf(password) !== at);
      expect({ seed, unreported, open, creationsSentTwice, leaked, passwordsSentTwice }).toEqual({
        ...{ seed, unreported: [], open: [], creationsSentTwice: [], leaked: [], passwordsSentTwice: [] },
      });
      expect(run.verified).toMatchObject({ asPlanned: run.rows.length - deviationCount, of: run.rows.length });
    } finally {
      faulty.dispose();
    }
  }
  // A run of few sets, for example to repeat one seed after a failure, does not draw every fault.
  if (setCount < 25) return;
  expect(allFaults.filter((fault) => !happenedFaults.has(fault))).toEqual([]);
  expect(appliedCount).toBeGreaterThan(setCount / 2);
}, 3_600_000);
