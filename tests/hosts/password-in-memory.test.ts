// Texts typed for a start of AutoTrade, and passwords of people, must not remain in the memory of
// the built program or reach its crash texts (acts.md A8). `npm test` builds the program first.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CommandInput, CommandName, CommandOutcome, CommandOutput } from '#contract/commands.ts';
import type { BrokerChoice } from '#contract/model/broker.ts';
import { copySettings } from '#tests/fixtures/copy-settings.ts';
import { writtenForms } from '#tests/fixtures/repeating-platform.ts';
import type { HookRequest } from './memory-hook.ts';
import { control } from './other-service.ts';

type Ready = Parameters<typeof control>[0];

const out = process.env['STRATDESK_OUT'] ?? fileURLToPath(new URL('../../out', import.meta.url));
const hook = new URL('memory-hook.ts', import.meta.url).href;
const account = { accountNumber: 'CANARY-account-4567', userId: 'CANARY-user' };

let folder: string;
let program: ChildProcess;
let printed: string;
let url: URL;
let token: string;
let ready: Ready;
let systemId: string;
/** The broker choices that ask for a password. */
let choices: readonly BrokerChoice[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stratdesk-memory-'));
  // By default, Node truncates long texts in a snapshot.
  const node = ['--heap-snapshot-string-limit=1000000', `--import=${hook}`];
  const flags = ['--no-open', '--json', `--data-dir=${folder}`, '--practice-clock=manual'];
  program = spawn(process.execPath, [...node, join(out, 'main', 'browser.js'), ...flags], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, STRATDESK_SECRETS: 'session', STRATDESK_PRACTICE_CONTROL: '1' },
  });
  printed = '';
  program.stderr?.on('data', (text: Buffer) => (printed += text.toString()));
  const [line] = (await once(createInterface({ input: program.stdout! }), 'line')) as [string];
  url = new URL((JSON.parse(line) as { url: string }).url);
  token = ((await post('/session', { code: url.hash.slice('#code='.length) })) as { token: string }).token;
  ready = JSON.parse(readFileSync(join(folder, 'practice', 'control.json'), 'utf8')) as Ready;
  systemId = ready.world.systemids[0] ?? '';
  await call('sync.watch', { systemId, datasets: ['brokers', 'tradesOpen'] });
  await call('sync.refresh', { systemId, datasets: ['brokers', 'tradesOpen'] });
  const { brokers } = await call('brokers.list', { systemId, personId: null });
  choices = (brokers?.choices ?? []).filter(({ needs }) => needs.password === true);
});
afterEach(async () => {
  const isGone = program.exitCode !== null || program.signalCode !== null;
  const ended = isGone ? null : once(program, 'close');
  program.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
});

async function post(path: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json', origin: url.origin, authorization: `Bearer ${token}` };
  const answer = await fetch(`${url.origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return await answer.json();
}

const outcome = async <Name extends CommandName>(name: Name, input: CommandInput<Name>) =>
  (await post(`/call/${name}`, input)) as CommandOutcome<Name>;

async function call<Name extends CommandName>(name: Name, input: CommandInput<Name>): Promise<CommandOutput<Name>> {
  const answered = await outcome(name, input);
  if (!answered.ok) throw new Error(`${name}: ${JSON.stringify(answered.failure)}`);
  return answered.value;
}

async function startCopy(choice: BrokerChoice | undefined, credentials: CommandInput<'autotrade.send'>['credentials']) {
  const request = {
    kind: 'start',
    systemId,
    personId: null,
    brokerCode: choice?.code ?? '',
    settings: copySettings,
  } as const;
  const { planId, checks } = await call('autotrade.plan', { request });
  const confirmed = checks.map(({ code }) => code);
  return outcome('autotrade.send', { intentId: crypto.randomUUID(), planId, confirmed, typed: '4567', credentials });
}

const fault = (kind: string, ms = 0, command = 'startAutoTrade') =>
  control(ready, 'POST', 'faults', { command, kind, ms, count: 1 });

/** Resolves when the service has received this many requests. */
const waitForRequests = (count: number, command = 'startAutoTrade') =>
  expect
    .poll(
      async () => {
        const { requests } = (await control(ready, 'GET', 'requests')) as { requests: { url: string }[] };
        return requests.filter((one) => one.url.endsWith(`/${command}`)).length;
      },
      { timeout: 5_000 },
    )
    .toBe(count);

async function ask(asked: HookRequest): Promise<void> {
  const answered = once(program, 'message');
  program.send(asked);
  await answered;
}

/** Returns those of the texts that the heap of the core contains in any written form. */
async function textsInMemory(texts: readonly string[]): Promise<string[]> {
  const file = join(folder, 'core.heapsnapshot');
  await ask({ snapshotIn: file });
  const bytes = readFileSync(file);
  rmSync(file);
  return texts.filter((text) => writtenForms(text).some((form) => bytes.includes(form)));
}

/** The time after which a password must be gone from memory (order-safety.md). */
const oneSecond = () => new Promise((resolve) => setTimeout(resolve, 1_000));

test('a broker password is in memory while AutoTrade starts, and gone 1 s after the answer', async () => {
  const [refusedPassword, lostPassword, answeredPassword] = [
    'CANARY-refused',
    'CANARY-lost',
    'CANARY-answered',
  ] as const;
  const texts = [refusedPassword, lostPassword, answeredPassword, account.userId, account.accountNumber];
  await control(ready, 'POST', 'switches', { brokerCredentials: 'always', autoTradeRefusal: 'repeatsPassword' });
  const repeated = await startCopy(choices[0], { ...account, userId: null, password: refusedPassword });
  expect(repeated).toMatchObject({ failure: { code: 'refused' } });
  expect(JSON.stringify(repeated)).toContain('[key]');
  await fault('dropAfter');
  expect(await startCopy(choices[1], { ...account, password: lostPassword })).toMatchObject({
    value: { state: 'UNKNOWN' },
  });
  await fault('delay', 6_000);
  const pendingStart = startCopy(choices[0], { ...account, password: answeredPassword });
  pendingStart.catch(() => undefined);
  await waitForRequests(3);
  expect(await textsInMemory(texts)).toEqual([answeredPassword, account.userId, account.accountNumber]);
  expect(await pendingStart).toMatchObject({ value: { state: 'DONE' } });
  await oneSecond();
  expect(await textsInMemory(texts)).toEqual([]);
}, 120_000);

/** Plans new passwords for two people, and applies the set with these texts. */
async function setPasswords(texts: readonly [string, string]): Promise<void> {
  await call('profiles.select', { profileId: 'practice-operator' });
  const { people } = await call('people.list', { fresh: true });
  const chosen = people.filter(({ deleted, listed }) => listed && deleted.text === '').slice(0, 2);
  await call('changes.add', {
    changes: chosen.map(({ personId }) => ({ op: 'person.password' as const, personId, fields: {} })),
  });
  const { checks, planId, rows } = await call('changes.plan', {});
  const passwords = Object.fromEntries(rows.map(({ change }, at) => [change.id, texts[at] ?? '']));
  await call('changes.apply', { planId, confirmed: checks.map(({ code }) => code), typed: {}, passwords });
}
const passwordCommand = 'changePersonAttribute';

test('passwords of people are in memory while their run sends them, and gone 1 s after its end', async () => {
  const texts = ['CANARY-first-of-people', 'CANARY-second-of-people'] as const;
  await fault('delay', 8_000, passwordCommand);
  await setPasswords(texts);
  await waitForRequests(1, passwordCommand);
  expect(await textsInMemory(texts)).toEqual([...texts]);
  const state = async () => (await call('changes.get', {})).run?.state;
  await expect.poll(state, { timeout: 30_000 }).toBe('ended');
  await waitForRequests(2, passwordCommand);
  await oneSecond();
  expect(await textsInMemory(texts)).toEqual([]);
}, 120_000);

test('unsent passwords of people are forgotten 1 s after a row ends without an answer', async () => {
  const texts = ['CANARY-lost-of-people', 'CANARY-waiting-of-people'] as const;
  await fault('dropAfter', 0, passwordCommand);
  await setPasswords(texts);
  const rows = async () => (await call('changes.get', {})).run?.rows.map((row) => row.state);
  await expect.poll(rows, { timeout: 20_000 }).toEqual(['unknown', 'waiting']);
  await oneSecond();
  expect(await textsInMemory(texts)).toEqual([]);
}, 120_000);

test.each([
  ['an exception with the text of the request', 'exception'],
  ['a rejected promise with the text of the request', 'rejection'],
  ['an exception with a refusal that repeats the password', 'answer'],
] as const)('a crash by %s writes no key and no typed text', async (_name, failing) => {
  const password = 'CANARY-password';
  if (failing !== 'answer') await fault('hang');
  await control(ready, 'POST', 'switches', { brokerCredentials: 'always', autoTradeRefusal: 'repeatsPassword' });
  await ask({ failsOnText: password, failing });
  const ended = once(program, 'close');
  const userId = failing === 'answer' ? null : account.userId;
  const sent = startCopy(choices[0], { ...account, userId, password }).catch(() => 'the program ended');
  expect(await ended).toEqual([1, null]);
  expect(await sent).toBe('the program ended');
  expect(printed).toMatch(/the socket refused [^]*\[key\]/);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && !one.parentPath.endsWith('practice'))
    .map(({ name, parentPath }) => ({ name, text: readFileSync(join(parentPath, name), 'latin1') }));
  expect(files.filter(({ text }) => text.includes('the socket refused')).map(({ name }) => name)).toEqual([
    'stratdesk.log',
  ]);
  const places = [...files, { name: 'the terminal', text: printed }];
  const hits = [password, account.accountNumber, account.userId, ready.world.apikey].flatMap((text) =>
    places.filter((one) => writtenForms(text).some((form) => one.text.includes(form))).map(({ name }) => [text, name]),
  );
  expect(hits).toEqual([]);
});
