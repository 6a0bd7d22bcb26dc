import type { KillKind } from './note.ts';

/** What a run has done so far, in all its processes. */
export class Tally {
  readonly #rows = new Set<string>();
  readonly #sent = new Set<string>();
  readonly #acts = new Set<string>();
  readonly #counts = new Map<string, number>();
  /** By fail point: how often the core was killed there, and how often a life was to end there. */
  readonly points = new Map<string, { hits: number; tries: number }>();
  kills = 0;

  constructor(pointNames: readonly string[]) {
    for (const name of pointNames) this.points.set(name, { hits: 0, tries: 0 });
  }

  /** Orders that were sent. An order that was entered but put on hold does not count. */
  get orders(): number {
    return this.#sent.size;
  }

  /** Acts that were sent. */
  get acts(): number {
    return this.#acts.size;
  }

  /** Orders that were entered, sent or not. */
  get pressed(): number {
    return this.#rows.size;
  }

  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  countPress(rowId: string): void {
    this.#rows.add(rowId);
  }

  countOrder(ownId: string): void {
    this.#sent.add(ownId);
  }

  countAct(key: string): void {
    this.#acts.add(key);
  }

  hasSent(ownId: string): boolean {
    return this.#sent.has(ownId);
  }

  count(what: string, times = 1): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + times);
  }

  countKill(how: KillKind, point: string): void {
    this.kills += 1;
    this.count(`killed: ${how}`);
    const known = this.points.get(point);
    if (known) known.hits += 1;
  }

  /** For a directed run: the next fail point that was not hit yet; null when none is left. */
  nextMissed(maxTries: number): string | null {
    const missed = [...this.points].filter(([, { hits, tries }]) => hits === 0 && tries < maxTries);
    const [next] = missed.sort(([, a], [, b]) => a.tries - b.tries);
    if (!next) return null;
    next[1].tries += 1;
    return next[0];
  }

  /** True when a directed run is over. */
  hasTried(maxTries: number): boolean {
    return [...this.points.values()].every(({ hits, tries }) => hits > 0 || tries >= maxTries);
  }

  /**
   * Usually the fail point that was tried least often. A random part is added to the score, so that
   * a fail point without a scene does not take all the time.
   */
  nextPoint(random: () => number): string {
    const scored = [...this.points].map(([name, { tries }]) => ({ name, score: tries + random() * 3 }));
    const [first] = scored.sort((a, b) => a.score - b.score);
    if (!first) throw new Error('there is no fail point');
    const point = this.points.get(first.name);
    if (point) point.tries += 1;
    return first.name;
  }
}
