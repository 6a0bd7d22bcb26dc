export class Canary {
  readonly count: number = $derived('text');
}
