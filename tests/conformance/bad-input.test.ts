import { beforeAll, describe, expect, it } from 'vitest';
import type { RequestContext } from '#practice/access.ts';
import { COMMAND_FIELDS, POSITION_FIELDS, SIGNAL_FIELDS } from '#practice/decode/command-fields.ts';
import type { FieldKind } from '#practice/decode/field-reader.ts';
import { bodyOf, FORMS, FORTY_DIGITS, type Form } from './field-forms.ts';
import { InProcess } from './in-process.ts';
import { asList, asMembers, BUY, type Members } from './service.ts';

/** A misspelled member that no command reads. Only a refusal mentions it. */
const NEVER_READ = 'desiredPositions';

/** Other words by which a refusal names a field. */
const ALSO_NAMED: Readonly<Record<string, readonly string[]>> = {
  ownerpersonid: ['personid'],
  license_id: ['license with this id'],
  personid: ['person'],
  signal: ['typeofsymbol'],
  conditionalUponSignal: ['typeofsymbol'],
  conditionalupon: ['conditional'],
};

/**
 * The members of a valid request of the command, and its context. First starts a link or a
 * subscription if the command needs one.
 */
function validRequest(
  command: string,
  service: InProcess,
): { members: Record<string, unknown>; context: RequestContext } {
  const { credentials, services } = service;
  const onPlatform = PLATFORM_ONLY.has(command);
  const systemid = /subscribe(To|From)Strategy$/.test(command) ? strategyOfOtherOwner(service) : service.systemId;
  if (/^(change|stop)AutoTrade$/.test(command)) service.call('startAutoTrade', REQUIRED_MEMBERS['startAutoTrade']);
  if (command === 'unsubscribeFromStrategy') service.call('subscribeToStrategy', { systemid });
  const context: RequestContext = onPlatform
    ? { kind: 'platform', platformId: credentials.platformId }
    : { kind: 'world' };
  const platformPerson = services.store.people.members(credentials.platformId).notDeleted.at(-1);
  const members = {
    apikey: onPlatform ? credentials.platformKey : credentials.worldKey,
    systemid,
    ...(onPlatform ? { personid: platformPerson } : {}),
    ...REQUIRED_MEMBERS[command],
    ...(command === 'createNewSystem' ? { ownerpersonid: credentials.worldPerson } : {}),
  };
  return { members, context };
}

const PLATFORM_ONLY: ReadonlySet<string> = new Set([
  'listAllPeople',
  'deleteUser',
  'create_software_license_record_platform',
  'change_software_license_status',
  'privateSubManagement_endSubscription',
]);

const REQUIRED_MEMBERS: Readonly<Record<string, object>> = {
  submitSignal: { signal: BUY },
  cancelSignal: { signalid: 1 },
  setDesiredPositions: { positions: [{ symbol: 'KO', typeofsymbol: 'stock', quant: 1 }] },
  startAutoTrade: {
    broker_accountnum: 'U12345',
    broker_userid: 'trader',
    broker_password: 'secret',
    scalingPercentage: 100,
    allow_short_options: 0,
    ignore_manual_trades_in_account: 1,
    join_trades_in_progress: 0,
  },
  change_software_license_status: { license_id: 1 },
  stopAutoTrade: { leavePositionsAndOrdersUntouched: 1 },
  createNewSystem: { longDescription: 'A try', startingcapital: 50_000 },
  create_software_license_record_platform: { license_type_requested: 'autotrade_monthly' },
};

function strategyOfOtherOwner(service: InProcess): string {
  const owner = service.credentials.worldPerson;
  const other = service.services.engine
    .accounts()
    .find(({ strategy }) => strategy.ownerPersonId !== owner && strategy.isAlive);
  return other?.strategy.id ?? '';
}

function isAccepted(answer: Members): boolean {
  return String(answer['ok']) === '1';
}

/** The text of the refusal without the echo of the request. */
function refusalOf({ error, title, message }: Members): string {
  return JSON.stringify([error, title, message]).toLowerCase();
}

let service: InProcess;
let cases = 0;
beforeAll(() => {
  service = new InProcess('always', 'all strategies');
});

/**
 * Expects that a value in this JSON form is accepted only if fields of this kind allow the form,
 * and that a refusal names the field. If the fields allow the form, the command may be refused for
 * an unrelated reason, without the name of the field.
 */
function expectReadOrRefused(answer: Members, field: string, kind: FieldKind, [form, , readableBy]: Form): void {
  cases += 1;
  const caseText = `${field}: ${form}: ${JSON.stringify(answer).slice(0, 300)}`;
  expect(['0', '1'], caseText).toContain(String(answer['ok']));
  if (isAccepted(answer)) expect(readableBy, `accepted: ${caseText}`).toContain(kind);
  else if (!readableBy.includes(kind) || !isUnrelated(refusalOf(answer)))
    expect(
      [field, ...(ALSO_NAMED[field] ?? [])].some((name) => refusalOf(answer).includes(name.toLowerCase())),
      `not named: ${caseText}`,
    ).toBe(true);
}

/** True if the field was read, and the command was refused for an unrelated reason. */
function isUnrelated(refusal: string): boolean {
  return /license with this id|no attribute given|another attribute required|unknown signalid|subscription_guid/.test(
    refusal,
  );
}

describe('[Requests] [Notes/4] [Notes/5] every field of every command in every JSON type', () => {
  it.each([...COMMAND_FIELDS])('%s reads each field, or the refusal names it', (command, { fields }) => {
    for (const [field, kind] of Object.entries(fields).filter(([name]) => name !== NEVER_READ))
      for (const form of FORMS) {
        const { members, context } = validRequest(command, service);
        const answer = service.ask(command, bodyOf(members, field, form[1]), context);
        expectReadOrRefused(answer, field, kind, form);
        // The next case starts from the same state.
        if (isAccepted(answer) && MUTATING_COMMAND.test(command)) service.reset();
      }
  });

  const MUTATING_COMMAND = /^(submit|set|start|change|create|subscribe|unsubscribe|delete|stop)/;

  it.each(Object.entries(SIGNAL_FIELDS))('a signal: %s is read, or the refusal names it', (field, kind) => {
    for (const form of FORMS) expectReadOrRefused(submitWith(field, form[1]), field, kind, form);
    service.reset();
  });

  it.each(Object.entries(SIGNAL_FIELDS))('a nested parent: %s is read, or the refusal names it', (field, kind) => {
    for (const form of FORMS) {
      const parent = bodyOf({ ...BUY, limit: 1 }, field, form[1]);
      const signal = bodyOf({ ...BUY, action: 'STC', limit: 9999 }, 'conditionalUponSignal', parent);
      expectReadOrRefused(service.ask('submitSignal', submitBody(signal)), field, kind, form);
    }
    service.reset();
  });

  it.each(Object.entries(POSITION_FIELDS))('a desired position: %s is read, or the refusal names it', (field, kind) => {
    for (const form of FORMS) {
      const element = bodyOf({ symbol: 'KO', typeofsymbol: 'stock', quant: 1 }, field, form[1]);
      const { members } = validRequest('setDesiredPositions', service);
      expectReadOrRefused(
        service.ask('setDesiredPositions', bodyOf(members, 'positions', `[${element}]`)),
        field,
        kind,
        form,
      );
    }
    service.reset();
  });

  it('there are more than 4,000 cases', () => expect(cases).toBeGreaterThan(4000));
});

const submitBody = (signal: string): string => bodyOf(validRequest('submitSignal', service).members, 'signal', signal);
const submitWith = (field: string, json: string, others: object = {}): Members =>
  service.ask('submitSignal', submitBody(bodyOf({ ...BUY, ...others }, field, json)));
const echoOf = (answer: Members): Members => asMembers(answer['signal']);

const NUMBERS = ['quant', 'limit', 'stop', 'profittarget', 'stoploss'];
/** The number that a JSON value contains, also inside a text. */
const numberIn = (json: string): number => Number(String(JSON.parse(json) ?? '').trim());

describe('[Endpoints/submitSignal] an accepted number equals the number that was sent', () => {
  it.each(NUMBERS)('%s', (field) => {
    let accepted = 0;
    for (const [form, json] of FORMS) {
      const answer = submitWith(field, json);
      const parent = bodyOf({ ...BUY, limit: 1 }, field, json);
      const signal = bodyOf({ ...BUY, action: 'STC', limit: 9999 }, 'conditionalUponSignal', parent);
      const nestedAnswer = service.ask('submitSignal', submitBody(signal));
      const echoes = [
        ...(isAccepted(answer) ? [echoOf(answer)] : []),
        ...(isAccepted(nestedAnswer) ? [asMembers(echoOf(nestedAnswer)['conditionalUponSignal'])] : []),
      ];
      accepted += echoes.length;
      for (const echo of echoes) expect(Number(echo[field]), form).toBe(numberIn(json));
    }
    service.reset();
    expect(accepted).toBeGreaterThan(5);
  });

  it('the quantity of a desired position', () => {
    let accepted = 0;
    for (const [form, json] of FORMS) {
      const element = bodyOf({ symbol: 'KO', typeofsymbol: 'stock' }, 'quant', json);
      const { members } = validRequest('setDesiredPositions', service);
      if (!isAccepted(service.ask('setDesiredPositions', bodyOf(members, 'positions', `[${element}]`)))) continue;
      accepted += 1;
      const [shown] = asList(asMembers(service.call('getDesiredPositions'))['response']);
      expect(Number(shown?.['quant'] ?? 0), form).toBe(numberIn(json));
    }
    service.reset();
    expect(accepted).toBeGreaterThan(5);
  });
});

describe('[Endpoints/submitSignal] a malformed price never becomes a market order', () => {
  const NOT_GIVEN = ['null', '""', '0', '"0"', '0.0', '"0.00"', '0e3', '-0'];
  it.each(['limit', 'stop'])('%s', (field) => {
    for (const [form, json] of FORMS) {
      const answer = submitWith(field, json);
      if (isAccepted(answer)) expect(echoOf(answer)['market'], form).toBe(NOT_GIVEN.includes(json) ? '1' : '0');
    }
    for (const json of NOT_GIVEN) expect(echoOf(submitWith(field, json)), json).toMatchObject({ market: '1' });
    service.reset();
  });

  it('a refused price leaves no order behind', () => {
    const before = service.signals().size;
    for (const json of ['[]', '{}', 'true', 'false', '" "', '"NaN"', '"1,50"', FORTY_DIGITS])
      expect(submitWith('limit', json), json).toMatchObject({ ok: '0', error: { title: 'Invalid limit' } });
    expect(service.signals().size).toBe(before);
  });
});

describe('[Endpoints/submitSignal] flags are 0 or 1, also as text, or a JSON boolean', () => {
  it.each(['market', 'forcenooca', 'leave_oca_intact'])('%s', (field) => {
    for (const json of ['0', '1', '"0"', '"1"', 'true', 'false'])
      expect(submitWith(field, json), json).toMatchObject({ ok: '1' });
    for (const json of ['2', '-1', '"yes"', '"true"', '"01"', '[1]', '{}', '1.5'])
      expect(submitWith(field, json), json).toMatchObject({ ok: '0', error: { title: `Invalid ${field}` } });
    service.reset();
  });

  it('quant true is not one share', () => {
    expect(submitWith('quant', 'true')).toMatchObject({ ok: '0', error: { title: 'Invalid quant' } });
  });
});

describe('[Endpoints/submitSignal] [Notes/6] parkUntilYYYYMMDDHHMM is a real minute of New York', () => {
  it.each([
    '202613010930',
    '202602300930',
    '202603022430',
    '202603020960',
    '202603080230',
    '2026-03-08 02:59',
    '20260302',
  ])('%s is refused', (minute) => {
    const answer = submitWith('parkUntilYYYYMMDDHHMM', `"${minute}"`, { limit: 1 });
    expect(answer).toMatchObject({ ok: '0', error: { title: 'Invalid parkUntilYYYYMMDDHHMM' } });
  });

  it.each([
    ['202603080159', '1772953140'],
    ['202603080300', '1772953200'],
    ['202611010130', '1793511000'],
    ['2026-03-03 09:31', '1772548260'],
  ])('%s is read as %s', (minute, seconds) => {
    const answer = submitWith('parkUntilYYYYMMDDHHMM', `"${minute}"`, { limit: 1 });
    expect(answer).toMatchObject({ ok: '1', signal: { parkUntilSecs: seconds } });
  });
});

describe('[Requests] [Notes/5] values are read by their type', () => {
  it('a body that begins with a byte order mark is read', () => {
    expect(
      service.ask('requestTradesOpen', `\uFEFF${bodyOf(validRequest('requestTradesOpen', service).members, 'x', '1')}`),
    ).toMatchObject({ ok: '1' });
  });

  it('ids are compared as numbers', () => {
    service.reset();
    const id = `${service.systemId}.0`;
    expect(
      service.ask('requestTradesOpen', bodyOf(validRequest('requestTradesOpen', service).members, 'systemid', id)),
    ).toMatchObject({ ok: '1' });
    expect(submitWith('signalid', '7001', { limit: 1 })).toMatchObject({ ok: '1', signalid: '7001' });
    for (const same of ['7001.0', '"007001"', '"7001.0"', '7.001e3'])
      expect(submitWith('signalid', same, { limit: 1 }), same).toMatchObject({
        ok: '0',
        error: { title: 'Duplicate signalid' },
      });
    expect(
      service.ask('cancelSignal', bodyOf(validRequest('cancelSignal', service).members, 'signalid', '"007001"')),
    ).toMatchObject({ ok: 1 });
  });

  it('an own id that resembles a number with an exponent remains unchanged', () => {
    expect(submitWith('signalid', '"12e3"', { limit: 1 })).toMatchObject({ signalid: '12e3' });
    expect(submitWith('signalid', '"12000"', { limit: 1 })).toMatchObject({ ok: '1', signalid: '12000' });
  });

  it('a parent of 0 or false means no parent', () => {
    for (const json of ['0', 'false', '"0"', '""', 'null'])
      expect(submitWith('conditionalUponSignal', json), json).toMatchObject({
        ok: '1',
        signal: { conditionalupon: null },
      });
  });

  it('a price may have an exponent', () => {
    expect(submitWith('limit', '1e-05')).toMatchObject({ ok: '1', signal: { limit: '0.00001' } });
  });

  it('words are read in upper and lower case', () => {
    const order = { action: 'bto', typeofsymbol: 'Stock', duration: 'gtc', symbol: 'aapl' };
    expect(service.call('submitSignal', { signal: { ...BUY, ...order } })).toMatchObject({
      ok: '1',
      signal: { action: 'BTO', typeofsymbol: 'stock', duration: 'GTC', symbol: 'AAPL' },
    });
    expect(service.call('getSystemRoster', { filter: 'Recently_Active' })).toMatchObject({ ok: '1' });
    expect(service.call('retrieveSignalsAll', { filter_type: 'TIME_TRADED' })).toMatchObject({ ok: '1' });
    const flat = [{ symbol: 'FLAT', typeofsymbol: 'Flat', quant: 0 }];
    expect(service.call('setDesiredPositions', { positions: flat })).toMatchObject({ ok: '1' });
    service.reset();
  });
});

describe('[Notes/14] a strike is compared as a number', () => {
  it('an STC of AAPL2617D260 closes a position in AAPL2617D260.00, which is the same contract', () => {
    service.reset();
    const option = { ...BUY, typeofsymbol: 'option', quant: 1 };
    service.call('submitSignal', { signal: { ...option, symbol: 'AAPL2617D260.00' } });
    service.call('submitSignal', { signal: { ...option, action: 'STC', symbol: 'AAPL2617D260' } });
    service.control.advanceClock({ advanceSeconds: 1 });
    const open = service.call('requestTradesOpen')['response'];
    expect(open).toEqual([]);
    const list = [
      { symbol: 'AAPL2617D260.0', typeofsymbol: 'option', quant: 1 },
      { symbol: 'AAPL2617D260', typeofsymbol: 'option', quant: 1 },
    ];
    expect(service.call('setDesiredPositions', { positions: list })).toMatchObject({ ok: '0' });
    service.reset();
  });
});

describe('[Notes/21] [Notes/33] [Notes/36] echoes have the forms that were recorded from the platform', () => {
  it('the cancel echo has unix seconds, and null for members that the order does not have', () => {
    const placed = submitWith('limit', '1');
    const canceled = service.call('cancelSignal', { signalid: placed['signalid'] });
    const seconds = String(Math.floor(service.services.clock.now() / 1000));
    expect(canceled['signal']).toMatchObject({
      postedwhen: seconds,
      killedwhen: seconds,
      tradedwhen: '0',
      expiredwhen: '0',
      strike: null,
      putcall: null,
      underlying: null,
      expir: null,
    });
  });

  it('the echo of a rejected signal has each value in the form in which it was sent', () => {
    const rejected = service.call('submitSignal', {
      signal: { ...BUY, quant: 7, limit: '1.50', stop: 2.5, duration: 'IOC' },
    });
    expect(rejected['rejectedSignal']).toMatchObject({ quant: 7, limit: '1.50', stop: 2.5, duration: 'IOC' });
  });
});
