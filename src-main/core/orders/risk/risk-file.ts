import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Precautions, RiskCaps } from '#contract/model/risk.ts';
import { Nullable, UnixSeconds } from '#contract/model/scalars.ts';
import { JsonFile } from '#core/files/json-file.ts';
import type { LostFile } from '#core/ports.ts';
import { defaultCaps } from './risk-checks.ts';

const Stored = Type.Object({
  version: Type.Literal(1),
  kill: Nullable(Type.Object({ since: UnixSeconds, reason: Type.String() })),
  caps: Type.Object({ PRACTICE: RiskCaps, LIVE: RiskCaps }),
  /** Precautions of the modes for which the trader has set them. */
  precautions: Type.Optional(Type.Object({ PRACTICE: Type.Optional(Precautions), LIVE: Type.Optional(Precautions) })),
});
export type StoredRisk = Static<typeof Stored>;
const validator = Compile(Stored);

/**
 * Kill switch and caps on disk, apart from the preferences: losing a layout must not remove a
 * limit. If the file is lost, the kill switch is on until the trader has checked the limits.
 */
export class RiskFile {
  readonly #file: JsonFile<StoredRisk>;

  constructor(dataDir: string) {
    this.#file = new JsonFile(dataDir, 'risk.json', (value) => (validator.Check(value) ? value : null));
  }

  load(now: number): StoredRisk {
    const none: StoredRisk = { version: 1, kill: null, caps: { PRACTICE: defaultCaps, LIVE: defaultCaps } };
    const { value, lost } = this.#file.load();
    if (value !== null && lost === null) return value;
    const risk = lost === null ? none : killedBy(lost, value ?? none, now);
    try {
      // From now on a missing file is noticed.
      this.#file.save(risk);
    } catch {
      // It applies to this run. A later change reports that the file cannot be written.
    }
    return risk;
  }

  /** Throws when it cannot be written. */
  save(risk: StoredRisk): void {
    this.#file.save(risk);
  }
}

function killedBy({ aside, copyAt }: LostFile, risk: StoredRisk, now: number): StoredRisk {
  const what = aside === null ? 'The file of the order limits was missing' : 'The file of the order limits was damaged';
  const from = copyAt === null ? 'the limits are the defaults' : 'the limits are those of the newest copy';
  const reason = `${what}, and ${from}. Check them, then release.`;
  return { ...risk, kill: { since: Math.floor(now / 1000), reason } };
}
