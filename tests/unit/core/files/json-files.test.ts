import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type * as FileSystem from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { repairPreferences } from '#core/files/repair-preferences.ts';
import { defaultCaps } from '#core/orders/risk/risk-checks.ts';
import { RiskFile, type StoredRisk } from '#core/orders/risk/risk-file.ts';

/** The most bytes that one call of the operating system writes. */
const disk = vi.hoisted(() => ({ bytesPerWrite: Infinity }));
vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof FileSystem>();
  const writeSync = (file: number, text: string): number =>
    real.writeSync(file, Buffer.from(text).subarray(0, disk.bytesPerWrite));
  return { ...real, writeSync };
});

let dir = '';
const path = (name: string): string => join(dir, name);
const now = Date.UTC(2026, 2, 2);

beforeEach(() => {
  disk.bytesPerWrite = Infinity;
  dir = mkdtempSync(join(tmpdir(), 'json-files-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** The kinds of damage to a file between two starts. */
const damages: readonly (readonly [string, (file: string) => void])[] = [
  ['missing', (file) => rmSync(file)],
  ['empty', (file) => writeFileSync(file, '')],
  ['cut off', (file) => writeFileSync(file, readFileSync(file, 'utf8').slice(0, 40))],
  ['garbage', (file) => writeFileSync(file, Buffer.from([0, 255, 1, 254, 7]))],
  ['of another program', (file) => writeFileSync(file, '[1, 2]')],
  [
    'a folder',
    (file) => {
      rmSync(file);
      mkdirSync(file);
    },
  ],
];
const makeNewer = (file: string): void =>
  writeFileSync(file, readFileSync(file, 'utf8').replace('"version": 1', '"version": 2'));

describe('the file of the order limits', () => {
  const caps = { ...defaultCaps, perOrder: { ...defaultCaps.perOrder, quantity: '7' } };
  const stored: StoredRisk = { version: 1, kill: null, caps: { PRACTICE: caps, LIVE: caps } };

  it('is written at the first start, so that its absence at a later start is noticed', () => {
    expect(new RiskFile(dir).load(now)).toMatchObject({ kill: null });
    expect(existsSync(path('risk.json'))).toBe(true);
  });

  it.each([...damages, ['of a later version', makeNewer] as const])(
    'that is %s turns the kill switch on, with the limits of the newest copy',
    (_name, damage) => {
      new RiskFile(dir).save(stored);
      damage(path('risk.json'));
      const loaded = new RiskFile(dir).load(now);
      expect(loaded.caps).toEqual(stored.caps);
      expect(loaded.kill?.reason).toMatchObject({ code: 'kill.limits-lost', limits: 'copy' });
      expect(new RiskFile(dir).load(now)).toEqual(loaded);
    },
  );

  it('that is missing, with all its copies, turns the kill switch on, with the default limits', () => {
    new RiskFile(dir).save(stored);
    rmSync(path('backups/risk.json/'), { recursive: true });
    mkdirSync(path('backups/risk.json'));
    rmSync(path('risk.json'));
    expect(new RiskFile(dir).load(now)).toMatchObject({
      caps: { PRACTICE: defaultCaps },
      kill: { reason: { code: 'kill.limits-lost', file: 'missing', limits: 'defaults' } },
    });
  });

  it('is written completely although one call may write only a part of it', () => {
    disk.bytesPerWrite = 40;
    new RiskFile(dir).save(stored);
    expect(new RiskFile(dir).load(now)).toEqual(stored);
  });

  it('that is lost turns the kill switch on also when no file can be written', () => {
    new RiskFile(dir).save(stored);
    writeFileSync(path('risk.json'), '');
    // A folder at the path of the next file, so that no file can be written there.
    mkdirSync(path('risk.json.next'));
    expect(new RiskFile(dir).load(now)).toMatchObject({ caps: stored.caps, kill: { since: now / 1000 } });
  });
});

describe('the settings', () => {
  it.each(damages)('that are %s are moved away and replaced by the newest copy', (_name, damage) => {
    writeFileSync(path('preferences.json'), '{"theme":"light","padding":"more than 40 characters"}');
    expect(repairPreferences(dir, () => now)).toBeNull();
    damage(path('preferences.json'));
    const lost = repairPreferences(dir, () => now);
    expect(lost).toMatchObject({ name: 'preferences.json', copyAt: now / 1000 });
    expect(lost?.quarantinedPath === null || existsSync(lost?.quarantinedPath ?? '')).toBe(true);
    expect(JSON.parse(readFileSync(path('preferences.json'), 'utf8'))).toMatchObject({ theme: 'light' });
    expect(repairPreferences(dir, () => now)).toBeNull();
  });
});
