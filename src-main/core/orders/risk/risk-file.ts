import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { RiskCaps } from '#contract/model/risk.ts';
import { Nullable, UnixSeconds } from '#contract/model/scalars.ts';
import { defaultCaps } from './risk-checks.ts';

const Stored = Type.Object({
  version: Type.Literal(1),
  kill: Nullable(Type.Object({ since: UnixSeconds, reason: Type.String() })),
  caps: Type.Object({ PRACTICE: RiskCaps, LIVE: RiskCaps }),
});
export type StoredRisk = Static<typeof Stored>;
const validator = Compile(Stored);

/**
 * Kill switch and caps on disk, apart from the preferences: losing a layout must not take a limit away. A file that can not
 * be read leaves the kill switch on, because nobody knows what it said.
 */
export class RiskFile {
  readonly #path: string;

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'risk.json');
  }

  load(now: number): StoredRisk {
    const none: StoredRisk = { version: 1, kill: null, caps: { PRACTICE: defaultCaps, LIVE: defaultCaps } };
    if (!existsSync(this.#path)) return none;
    const stored = parse(this.#path);
    if (stored) return stored;
    const reason = 'The file of the limits could not be read; set them again, then release.';
    return { ...none, kill: { since: Math.floor(now / 1000), reason } };
  }

  /** Written beside, synced and renamed over: a crash leaves the old file or the new one. Throws when it can not. */
  save(risk: StoredRisk): void {
    const next = `${this.#path}.next`;
    const file = openSync(next, 'w', 0o600);
    try {
      writeSync(file, JSON.stringify(risk, null, 2));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(next, this.#path);
  }
}

function parse(path: string): StoredRisk | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return validator.Check(value) ? value : null;
  } catch {
    // Unreadable or no JSON: `load` fails closed.
    return null;
  }
}
