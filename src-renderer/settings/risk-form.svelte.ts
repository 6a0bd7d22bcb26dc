import type { RiskCaps } from '#contract/model/risk.ts';
import type { DeskStore } from '#renderer/stores/desk-store.svelte.ts';
import { readCaps, type CapField, type TypedCaps } from './read-caps.ts';

/**
 * The form of order limits. A blank field means no limit; only the limit of deleted people per run
 * has a default. A field shows the limit of core until something is typed in it.
 */
export class RiskForm {
  readonly #desk: DeskStore;
  /** Only typed fields. The others show, and do not overwrite, what another window saves. */
  #typed = $state.raw<Partial<TypedCaps>>({});
  #failure = $state.raw<string | null>(null);
  readonly #stored = $derived.by(() => typedOf(this.#desk.guard?.caps ?? null));
  readonly #shown = $derived.by((): TypedCaps => ({ ...this.#stored, ...this.#typed }));
  readonly result = $derived.by(() => readCaps(this.#shown));

  constructor(desk: DeskStore) {
    this.#desk = desk;
  }

  get changed(): boolean {
    return JSON.stringify(this.#shown) !== JSON.stringify(this.#stored);
  }

  text(field: CapField): string {
    return this.#shown[field];
  }

  setText(field: CapField, text: string): void {
    this.#typed = { ...this.#typed, [field]: text };
  }

  drop(): void {
    this.#typed = {};
    this.#failure = null;
  }

  /** Why the limits were not saved. */
  get failure(): string | null {
    return this.#failure;
  }

  /** Resolves false if a field is invalid or core refused. The typed text then remains. */
  async save(): Promise<boolean> {
    const { caps } = this.result;
    if (caps === null) return false;
    const typedAtSave = this.#typed;
    this.#failure = await this.#desk.setCaps(caps);
    if (this.#failure === null && this.#typed === typedAtSave) this.#typed = {};
    return this.#failure === null;
  }
}

function typedOf(caps: RiskCaps | null): TypedCaps {
  const text = (value: string | number | null | undefined): string => (value == null ? '' : String(value));
  return {
    'perOrder.quantity': text(caps?.perOrder.quantity),
    'perOrder.value': text(caps?.perOrder.value),
    'perDay.count': text(caps?.perDay.count),
    'perDay.quantity': text(caps?.perDay.quantity),
    'perDay.value': text(caps?.perDay.value),
    'perMinute.count': text(caps?.perMinute.count),
    'perMinute.quantity': text(caps?.perMinute.quantity),
    'perMinute.value': text(caps?.perMinute.value),
    deletesPerRun: text(caps?.deletesPerRun),
  };
}
