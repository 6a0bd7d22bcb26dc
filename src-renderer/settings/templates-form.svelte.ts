import { readDecimal } from '#renderer/format/read-decimal.ts';
import type { BracketDistance, BracketTemplate } from '#renderer/stores/bracket-template.ts';
import type { TicketSetupStore } from '#renderer/stores/ticket-setup-store.svelte.ts';
import { templateFaults, type BracketLeg, type TypedTemplate } from './template-faults.ts';

/** The form of bracket templates. All are saved together, once all are valid. */
export class TemplatesForm {
  readonly #setup: TicketSetupStore;
  readonly #uuid: () => string;
  #typed = $state.raw<readonly TypedTemplate[] | null>(null);
  readonly list = $derived.by(() => this.#typed ?? this.#setup.templates.map(typedOf));
  readonly errors = $derived.by(() => templateFaults(this.list));

  constructor(setup: TicketSetupStore, uuid: () => string) {
    this.#setup = setup;
    this.#uuid = uuid;
  }

  get changed(): boolean {
    return this.#typed !== null;
  }

  error(id: string, field: 'name' | BracketLeg): string | null {
    return this.errors.get(`${id} ${field}`) ?? null;
  }

  change(id: string, part: Partial<TypedTemplate>): void {
    this.#typed = this.list.map((one) => (one.id === id ? { ...one, ...part } : one));
  }

  add(): void {
    const unit = 'percent' as const;
    const added = { id: this.#uuid(), name: '', stop: { unit, amount: '1' }, target: { unit, amount: '2' } };
    this.#typed = [...this.list, added];
  }

  remove(id: string): void {
    this.#typed = this.list.filter((one) => one.id !== id);
  }

  drop(): void {
    this.#typed = null;
  }

  /** Returns false if a field is invalid or no template remains. The typed text then remains. */
  save(): boolean {
    if (this.errors.size > 0 || this.list.length === 0) return false;
    this.#setup.saveTemplates(
      this.list.map(({ id, name, stop, target }) => ({
        id,
        name: name.trim(),
        stop: distanceOf(stop),
        target: distanceOf(target),
      })),
    );
    this.#typed = null;
    return true;
  }
}

const typedOf = ({ id, name, stop, target }: BracketTemplate): TypedTemplate => ({
  id,
  name,
  stop: stop ?? { unit: 'none', amount: '' },
  target: target ?? { unit: 'none', amount: '' },
});

function distanceOf({ unit, amount }: TypedTemplate['stop']): BracketDistance | null {
  const read = readDecimal(amount);
  return unit === 'none' || read.state !== 'read' ? null : { unit, amount: read.value };
}
