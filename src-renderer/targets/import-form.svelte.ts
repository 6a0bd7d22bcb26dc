import { SvelteSet } from 'svelte/reactivity';
import type { TargetLine } from '#contract/model/target-plan.ts';
import { readList, type ListColumn, type ListFault, type ListOptions } from './read-list.ts';

/** All that is wrong with one line of the list. `at` is as in `ListFault`. */
export type BadLine = { readonly at: number; readonly faults: readonly ListFault[] };

/** How the list is read, as the user chose it. */
type ChosenOptions = Omit<ListOptions, 'newYorkHour' | 'known'>;

/**
 * A pasted list and how it is read. A line that cannot be read is left out only if its check box is
 * checked.
 */
export class ImportForm {
  readonly #newYorkHour: string;
  readonly #known: ListOptions['known'];
  #text = $state('');
  #options = $state.raw<ChosenOptions>({ columns: null, mark: 'auto', weights: 'percent' });
  /** The numbers of the lines whose check boxes are checked. */
  readonly leftOutLines = new SvelteSet<number>();
  readonly read = $derived.by(() =>
    readList(this.#text, { ...this.#options, newYorkHour: this.#newYorkHour, known: this.#known }),
  );
  readonly badLines = $derived.by((): readonly BadLine[] =>
    [...Map.groupBy(this.read.faults, ({ at }) => at)].map(([at, faults]) => ({ at, faults })),
  );
  /** The number of bad lines that are not left out. */
  readonly remainingBadCount = $derived.by(() => this.badLines.filter(({ at }) => !this.leftOutLines.has(at)).length);

  constructor(newYorkHour: string, known: ListOptions['known']) {
    this.#newYorkHour = newYorkHour;
    this.#known = known;
  }

  get text(): string {
    return this.#text;
  }

  get options(): ChosenOptions {
    return this.#options;
  }

  get canLoad(): boolean {
    return this.remainingBadCount === 0 && this.read.lines.length > 0;
  }

  /** Some lines have a weight and no quantity yet. */
  get hasUnsizedWeights(): boolean {
    return this.read.lines.some(({ hasNoUnits }) => hasNoUnits);
  }

  write(text: string): void {
    this.leftOutLines.clear();
    this.#text = text;
    this.#options = { ...this.#options, columns: null };
  }

  change(part: Partial<Omit<ChosenOptions, 'columns'>>): void {
    this.leftOutLines.clear();
    this.#options = { ...this.#options, ...part };
  }

  /** Sets what a column contains. Another column with the same content is ignored from then on. */
  setColumn(columnIndex: number, column: ListColumn): void {
    this.leftOutLines.clear();
    const columns = this.read.columns.map((one, index) =>
      index === columnIndex ? column : one === column ? ('ignored' as const) : one,
    );
    this.#options = { ...this.#options, columns };
  }

  leaveOutAll(): void {
    for (const { at } of this.badLines) this.leftOutLines.add(at);
  }

  lines(): readonly TargetLine[] {
    return this.read.lines.map(({ line }) => line);
  }
}
