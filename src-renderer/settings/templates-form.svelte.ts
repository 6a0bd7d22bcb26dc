import { readDecimal } from '#renderer/format/read-decimal.ts';
import type { BracketDistance, BracketTemplate } from '#renderer/stores/bracket-template.ts';
import type { TicketSetupStore } from '#renderer/stores/ticket-setup-store.svelte.ts';
import { templateFaults, type BracketLeg, type TypedTemplate } from './template-faults.ts';

type Changes = {
  /** The changed and added templates. */
  readonly typed: readonly TypedTemplate[];
  readonly removedIds: readonly string[];
};
const noChanges: Changes = { typed: [], removedIds: [] };

/**
 * The form of bracket templates. All are saved together, once all are valid. A save does not undo
 * what another window has saved meanwhile in a template that was not changed here.
 */
export class TemplatesForm {
  readonly #setup: TicketSetupStore;
  readonly #uuid: () => string;
  #changes = $state.raw<Changes | null>(null);
  readonly list = $derived.by(() => this.#list());
  readonly errors = $derived.by(() => templateFaults(this.list));

  constructor(setup: TicketSetupStore, uuid: () => string) {
    this.#setup = setup;
    this.#uuid = uuid;
  }

  get changed(): boolean {
    return this.#changes !== null;
  }

  error(id: string, field: 'name' | BracketLeg): string | null {
    return this.errors.get(`${id} ${field}`) ?? null;
  }

  change(id: string, part: Partial<TypedTemplate>): void {
    const template = this.list.find((one) => one.id === id);
    if (template !== undefined) this.#type({ ...template, ...part });
  }

  add(): void {
    const unit = 'percent' as const;
    this.#type({ id: this.#uuid(), name: '', stop: { unit, amount: '1' }, target: { unit, amount: '2' } });
  }

  remove(id: string): void {
    const { typed, removedIds } = this.#changes ?? noChanges;
    this.#changes = { typed: typed.filter((one) => one.id !== id), removedIds: [...removedIds, id] };
  }

  drop(): void {
    this.#changes = null;
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
    this.#changes = null;
    return true;
  }

  #type(template: TypedTemplate): void {
    const { typed, removedIds } = this.#changes ?? noChanges;
    const isTyped = typed.some(({ id }) => id === template.id);
    const changed = typed.map((one) => (one.id === template.id ? template : one));
    this.#changes = { typed: isTyped ? changed : [...typed, template], removedIds };
  }

  /** A changed template that another window removed is listed at the end, like an added one. */
  #list(): readonly TypedTemplate[] {
    const { typed, removedIds } = this.#changes ?? noChanges;
    const stored = this.#setup.templates.filter(({ id }) => !removedIds.includes(id));
    return [
      ...stored.map((template) => typed.find(({ id }) => id === template.id) ?? typedOf(template)),
      ...typed.filter(({ id }) => !stored.some((template) => template.id === id)),
    ];
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
