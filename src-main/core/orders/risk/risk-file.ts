import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Text } from '#contract/message.ts';
import { Precautions, RiskCaps } from '#contract/model/risk.ts';
import { Nullable, UnixSeconds } from '#contract/model/scalars.ts';
import { JsonFile } from '#core/files/json-file.ts';
import type { LostFile } from '#core/ports.ts';
import { defaultCaps } from './risk-checks.ts';

const Stored = Type.Object({
  version: Type.Literal(1),
  kill: Nullable(Type.Object({ since: UnixSeconds, reason: Text })),
  caps: Type.Object({ PRACTICE: RiskCaps, LIVE: RiskCaps }),
  /** Precautions of the modes for which the trader has set them. */
  precautions: Type.Optional(Type.Object({ PRACTICE: Type.Optional(Precautions), LIVE: Type.Optional(Precautions) })),
});
export type StoredRisk = Static<typeof Stored>;
const validator = Compile(Stored);

/**
 * The kill switch, the caps and the precautions on disk. They have a file of their own, so that the
 * loss of the preferences file does not remove a limit. If their file is lost, the kill switch is
 * on until the trader has checked the limits.
 */
export class RiskFile {
  readonly #file: JsonFile<StoredRisk>;

  constructor(dataDir: string) {
    this.#file = new JsonFile(dataDir, 'risk.json', (value) => (validator.Check(value) ? value : null));
  }

  load(now: number): StoredRisk {
    const defaults: StoredRisk = { version: 1, kill: null, caps: { PRACTICE: defaultCaps, LIVE: defaultCaps } };
    const { value, lost } = this.#file.load();
    if (value !== null && lost === null) return withReasonCode(value);
    const risk = lost === null ? defaults : withKillSwitchOn(lost, value ?? defaults, now);
    try {
      // Once the file exists, a later loss of it is noticed.
      this.#file.save(risk);
    } catch {
      // The values apply in this run even if they cannot be saved. A later change reports that the
      // file cannot be written.
    }
    return risk;
  }

  /** Throws if the file cannot be written. */
  save(risk: StoredRisk): void {
    this.#file.save(risk);
  }
}

/**
 * If the trader typed no reason, earlier versions stored an English sentence. It is replaced by its
 * message code.
 */
function withReasonCode(risk: StoredRisk): StoredRisk {
  const reason = risk.kill === null ? undefined : earlierReasons.get(risk.kill.reason);
  return risk.kill === null || reason === undefined ? risk : { ...risk, kill: { ...risk.kill, reason } };
}

const earlierReasons: ReadonlyMap<Text, Text> = new Map([
  ['pressed by hand', { code: 'kill.by-hand' }],
  ...(['missing', 'damaged'] as const).flatMap((file) =>
    (['defaults', 'copy'] as const).map((limits): [string, Text] => [
      `The file of the order limits was ${file}, and the limits are ${limits === 'copy' ? 'those of the newest copy' : 'the defaults'}. Check them, then release.`,
      { code: 'kill.limits-lost', file, limits },
    ]),
  ),
]);

function withKillSwitchOn({ quarantinedPath, copyAt }: LostFile, risk: StoredRisk, now: number): StoredRisk {
  const file = quarantinedPath === null ? 'missing' : 'damaged';
  const reason: Text = { code: 'kill.limits-lost', file, limits: copyAt === null ? 'defaults' : 'copy' };
  return { ...risk, kill: { since: Math.floor(now / 1000), reason } };
}
