import { expect, it } from 'vitest';
import { typedChoice, type LostFile } from '#contract/recovery-commands.ts';
import { failed } from '#contract/outcome.ts';
import { Recovery } from '#renderer/app/recovery.svelte.ts';
import { bridgeOf, settle } from '../bridge-of.ts';

const lostFile = (name: string, copies: number[]): LostFile => ({
  name,
  kind: 'orders',
  mode: 'LIVE',
  reason: 'It is damaged.',
  copies,
});

async function openRecovery(...files: LostFile[]) {
  let lost = files;
  let isRefused = false;
  let isBusy = false;
  const { bridge, calls } = bridgeOf((name, input) => {
    if (name === 'recovery.list') return { ok: true, value: lost };
    if (isRefused) return failed('internal', 'The copy cannot be read.');
    lost = lost.filter((file) => file.name !== input['name']);
    return isBusy ? failed('busy', 'Done. Choose the connection again.') : { ok: true, value: {} };
  });
  const recovery = new Recovery(bridge, () => '00000000-0000-4000-8000-000000000001');
  void recovery.read();
  await settle();
  return { recovery, calls, refuse: () => (isRefused = true), occupy: () => (isBusy = true) };
}

it('asks about each lost file separately: its newest copy is chosen, and nothing is typed', async () => {
  const { recovery } = await openRecovery(lostFile('first', [30, 20]), lostFile('second', [10]));
  expect([recovery.file?.name, recovery.copyAt, recovery.textToType]).toEqual(['first', 30, typedChoice.copy]);
  recovery.selectReplacement(null);
  recovery.typed = typedChoice.new;
  expect(recovery.mayChoose).toBe(true);
  recovery.decideLater();
  expect([recovery.file?.name, recovery.copyAt, recovery.typed]).toEqual(['second', 10, '']);
  expect(recovery.mayChoose).toBe(false);
});

it('an older copy of one file is not chosen for the next', async () => {
  const { recovery, calls } = await openRecovery(lostFile('first', [30, 20]), lostFile('second', [10]));
  recovery.selectReplacement(20);
  recovery.typed = typedChoice.copy;
  await recovery.choose();
  expect(calls).toContainEqual(['recovery.choose', { name: 'first', copyAt: 20, typed: typedChoice.copy }]);
  expect([recovery.file?.name, recovery.copyAt, recovery.typed]).toEqual(['second', 10, '']);
});

it('a refused choice remains with its reason, and has to be confirmed again', async () => {
  const { recovery, refuse } = await openRecovery(lostFile('first', [30, 20]));
  refuse();
  recovery.selectReplacement(20);
  recovery.typed = typedChoice.copy;
  expect(await recovery.choose()).toBeNull();
  expect([recovery.file?.name, recovery.copyAt, recovery.typed]).toEqual(['first', 20, '']);
  expect(recovery.failure).toBe('The copy cannot be read.');
});

it('says that the connection must be chosen again, and keeps no choice for the next file', async () => {
  const { recovery, occupy } = await openRecovery(lostFile('first', [30, 20]), lostFile('second', [10]));
  occupy();
  recovery.selectReplacement(20);
  recovery.typed = typedChoice.copy;
  expect(await recovery.choose()).toBe('Done. Choose the connection again.');
  expect([recovery.file?.name, recovery.copyAt, recovery.typed, recovery.failure]).toEqual(['second', 10, '', null]);
});

it('a refused choice is not kept for a postponed file that is asked about again', async () => {
  const { recovery, refuse } = await openRecovery(lostFile('first', [30]), lostFile('second', [10]));
  recovery.decideLater();
  refuse();
  recovery.selectReplacement(null);
  recovery.typed = typedChoice.new;
  expect(await recovery.choose()).toBe('The copy cannot be read.');
  expect([recovery.file?.name, recovery.copyAt, recovery.failure]).toEqual(['first', 30, null]);
});
