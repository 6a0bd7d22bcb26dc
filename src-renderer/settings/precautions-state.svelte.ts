import type { Precaution, Precautions } from '#contract/model/risk.ts';
import type { Instrument } from '#contract/model/scalars.ts';
import { readDecimal } from '#renderer/format/read-decimal.ts';
import type { DeskStore } from '#renderer/stores/desk-store.svelte.ts';

type TypedPrecautions = Partial<Record<Instrument, Partial<Precaution>>>;

/** The form of precautions. A field shows the precaution of core until something is typed in it. */
export class PrecautionsState {
  readonly #desk: DeskStore;
  /** Only typed fields. The others show, and do not overwrite, what another window saves. */
  #typed = $state.raw<TypedPrecautions>({});
  #failure = $state.raw<string | null>(null);
  readonly shown = $derived.by((): Precautions | null => {
    const stored = this.#desk.guard?.precautions ?? null;
    return stored === null ? null : withTyped(stored, this.#typed);
  });
  /** True if every field is a number that can be saved. */
  readonly isValid = $derived.by(
    () =>
      this.shown !== null &&
      Object.values(this.shown).every((one) => Object.values(one).every((text) => faultOf(text) === null)),
  );

  constructor(desk: DeskStore) {
    this.#desk = desk;
  }

  /** Why the precautions were not saved. */
  get failure(): string | null {
    return this.#failure;
  }

  fault(instrument: Instrument, name: keyof Precaution): string | null {
    return this.shown === null ? null : faultOf(this.shown[instrument][name]);
  }

  setText(instrument: Instrument, name: keyof Precaution, text: string): void {
    this.#typed = { ...this.#typed, [instrument]: { ...this.#typed[instrument], [name]: text } };
  }

  /** Resolves false if a field is invalid or core refused. The typed text then remains. */
  async save(): Promise<boolean> {
    const { shown } = this;
    if (shown === null || !this.isValid) return false;
    const typedAtSave = this.#typed;
    const { stock, option, future, forex } = shown;
    const precautions = {
      stock: readPrecaution(stock),
      option: readPrecaution(option),
      future: readPrecaution(future),
      forex: readPrecaution(forex),
    };
    this.#failure = await this.#desk.setPrecautions(precautions);
    if (this.#failure === null && this.#typed === typedAtSave) this.#typed = {};
    return this.#failure === null;
  }
}

const withTyped = ({ stock, option, future, forex }: Precautions, typed: TypedPrecautions): Precautions => ({
  stock: { ...stock, ...typed.stock },
  option: { ...option, ...typed.option },
  future: { ...future, ...typed.future },
  forex: { ...forex, ...typed.forex },
});

function faultOf(text: string): string | null {
  const number = readDecimal(text);
  if (number.state === 'refused') return number.reason;
  if (number.state === 'blank') return 'Type a number.';
  const isAccepted = /^(?=.*[1-9])[0-9]{1,6}([.][0-9]{1,2})?$/.test(number.value);
  return isAccepted ? null : 'Above 0 and below 1,000,000, at most two decimals.';
}

const readPrecaution = ({ pricePercent, valuePercent, accountPercent, medianTimes }: Precaution): Precaution => ({
  pricePercent: plainNumber(pricePercent),
  valuePercent: plainNumber(valuePercent),
  accountPercent: plainNumber(accountPercent),
  medianTimes: plainNumber(medianTimes),
});

function plainNumber(text: string): string {
  const number = readDecimal(text);
  return number.state === 'read' ? number.value : text;
}
