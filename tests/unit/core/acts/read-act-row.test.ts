import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ActDesk } from '#core/acts/act-desk.ts';
import { sendingAct } from '#core/acts/act-lifecycle.ts';
import { readActRow } from '#core/acts/read-act-row.ts';
import { seal } from '#core/files/sealed.ts';
import { DesiredDesk } from '#core/orders/desired/desired-desk.ts';
import type { Journal } from '#core/orders/journal/journal.ts';
import { openJournal } from '#core/orders/journal/open-journal.ts';
import { latestProbeFacts } from '#core/orders/probe/latest-probe-facts.ts';
import { Sender } from '#core/sending/sender.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { intent, startWall, temporaryFolder } from '../orders/order-fixtures.ts';

const at = startWall - 60_000;
const owner = { id: 'practice', mode: 'PRACTICE' } as const;
const list = { kind: 'list', positions: [{ symbol: 'AAPL', instrument: 'stock', quantity: '100' }] };
let dataDir: string;
let number = 0;

/** A row as version 3 of the journal wrote it. */
const earlierRow = (systemId: string, act: object, state = 'DONE', answer: string[] = []) => ({
  intentId: intent(++number),
  profileId: owner.id,
  mode: owner.mode,
  systemId,
  state,
  version: 2,
  attempts: 1,
  createdAt: at,
  sentAt: at,
  changedAt: at + 5,
  answer,
  act,
});

type EarlierRow = Omit<ReturnType<typeof earlierRow>, 'sentAt'> & { readonly sentAt: number | null };

function openWith(rows: readonly EarlierRow[]): Journal {
  openJournal({ dataDir, now: 1 }).journal.close();
  const database = new DatabaseSync(join(dataDir, 'journal.db'));
  database.exec(
    'ALTER TABLE acts DROP COLUMN command; ALTER TABLE acts DROP COLUMN target_id; PRAGMA user_version = 3',
  );
  for (const row of rows) {
    const { body, digest } = seal(row);
    database.prepare('INSERT INTO intents VALUES (?, ?)').run(row.intentId, 'act');
    database.prepare('INSERT INTO acts (intent_id, body, digest) VALUES (?, ?, ?)').run(row.intentId, body, digest);
  }
  database.close();
  const { journal, notices } = openJournal({ dataDir, now: 2 });
  expect(notices).toEqual([]);
  return journal;
}

function desiredDeskOf(journal: Journal): DesiredDesk {
  const clock = new FakeClock(startWall);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const client = { send: () => new Promise<never>(() => undefined) };
  const acts = new ActDesk({
    ...{ clock, log, journal, client, profile: owner, sender: new Sender(clock, log, client) },
    ...{
      killReason: () => null,
      rights: { refusal: () => null },
      offlineReason: () => null,
      notify: () => undefined,
      changed: () => undefined,
    },
  });
  return new DesiredDesk({ clock, acts, notify: () => undefined, changed: () => undefined });
}

beforeEach(() => {
  dataDir = temporaryFolder();
});
afterEach(() => rmSync(dataDir, { recursive: true }));

it('target lists of version 3 are opened with the mode and the lock that they had', () => {
  const stop = { kind: 'stop' };
  const journal = openWith([
    earlierRow('1', { kind: 'desired', target: list }),
    earlierRow('2', { kind: 'desired', target: list }),
    earlierRow('2', { kind: 'desired', target: stop, readBackAt: at + 9 }),
    earlierRow('3', { kind: 'desired', target: stop }),
    earlierRow('4', { kind: 'desired', target: list }),
    { ...earlierRow('4', { kind: 'desired-off' }), attempts: 0, sentAt: null },
    earlierRow('5', { kind: 'desired', target: list }, 'CONTRADICTED', ['The platform shows another list.']),
    earlierRow('6', { kind: 'desired', target: list }, 'UNKNOWN', ['The connection was cut.']),
    earlierRow('7', { kind: 'desired', target: list }, 'SENDING'),
    earlierRow('8', { kind: 'desired', target: list }, 'REFUSED', ['No']),
  ]);
  const desired = desiredDeskOf(journal);
  const modeAndLock = (id: string): unknown[] => [desired.state(id).mode, desired.lockReason(id, 'adds')];
  expect(['1', '2', '3', '4', '5', '6', '7', '8'].map(modeAndLock)).toEqual([
    ['maintaining', { code: 'desired.maintaining' }],
    ['off', null],
    ['off', { code: 'desired.stop-not-read' }],
    ['off', null],
    ['maybe-off', { code: 'desired.maintaining' }],
    ['pending', { code: 'desired.unconfirmed' }],
    ['pending', { code: 'desired.unconfirmed' }],
    ['never-read', null],
  ]);
  desired.close();
  journal.close();
});

it('an answer of version 3 keeps only the words of the platform; the last sentence of the program becomes evidence', () => {
  const answer = ['Stored', 'It names another list.', 'Read back.'];
  const journal = openWith([earlierRow('1', { kind: 'desired', target: list }, 'DONE', answer)]);
  expect([...journal.acts()]).toMatchObject([
    {
      command: 'setDesiredPositions',
      target: { kind: 'system', id: '1' },
      wanted: list,
      answer: ['Stored'],
      steps: [
        { state: 'SENDING', at, evidence: 'sent' },
        { state: 'DONE', at: at + 5, evidence: 'read-back' },
      ],
    },
  ]);
  journal.close();
});

const facts = {
  ...{ at: 1, systemId: '1', reuseRefused: true, reuseTitle: 'Used', okForms: [], ownIdsInLists: true },
  ...{ visibleAfterMs: 0, cancelAgainTitle: '', cancelUnknownTitle: '', clean: true },
};

it('runs of version 3 are opened unchanged: an interrupted plan of exits, and the probe', () => {
  const request = { kind: 'flatten', systemId: '1' };
  const exit = { kind: 'exit', planId: 'p', request, entry: null, steps: [], choice: null };
  const rows = [earlierRow('1', exit, 'SENDING'), earlierRow('1', { kind: 'probe', step: 'end', facts })];
  const journal = openWith(rows);
  expect([...journal.runs()]).toEqual(rows);
  expect([...journal.acts()]).toEqual([]);
  expect(latestProbeFacts(journal, owner)).toEqual(facts);
  expect(journal.size()).toBe(2);
  journal.close();
});

it('the facts of the last probe are used, also after the clock was set back', () => {
  const probe = (learned: object) => earlierRow('1', { kind: 'probe', step: 'end', facts: { ...facts, ...learned } });
  const journal = openWith([probe({ at: 3_600 }), probe({ at: 1, reuseRefused: false })]);
  expect(latestProbeFacts(journal, owner)).toMatchObject({ at: 1, reuseRefused: false });
  journal.close();
});

it('reads an act that ends a subscription whose id is longer than a typed text may be', () => {
  const row = sendingAct({
    ...{ intentId: intent(++number), profile: owner, at, command: 'privateSubManagement_endSubscription' },
    target: { kind: 'subscription', id: '7/101' },
    before: null,
    wanted: { personId: '101', systemId: '7', subscriptionGuid: 'g'.repeat(80), at: '2027-01-04 10:00' },
  });
  expect(readActRow(seal(row))).toEqual(row);
});

it('reads a change with a description that is longer than a typed one may be', () => {
  const row = sendingAct({
    ...{ intentId: intent(++number), profile: owner, at, command: 'changeSystemAttribute' },
    target: { kind: 'system', id: '101' },
    before: { attributes: { monthlyFee: '50' } },
    wanted: { attributes: { monthlyFee: 60 }, repeated: { longDescription: 'd'.repeat(50_000) } },
  });
  expect(readActRow(seal(row))).toEqual(row);
});
