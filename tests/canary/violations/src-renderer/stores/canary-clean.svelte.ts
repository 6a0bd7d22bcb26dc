export class CanaryClean {
  #count = $state(0);
  readonly twice = $derived(this.#count * 2);

  add(): void {
    this.#count += 1;
  }
}
