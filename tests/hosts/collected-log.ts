import type { Log, LogFacts } from '#core/ports.ts';

/** Collects the log for the assertions of a test. */
export class CollectedLog implements Log {
  readonly lines: { readonly event: string; readonly facts: LogFacts }[] = [];

  info(event: string, facts: LogFacts = {}): void {
    this.lines.push({ event, facts });
  }

  warn(event: string, facts: LogFacts = {}): void {
    this.lines.push({ event, facts });
  }

  error(event: string, facts: LogFacts = {}): void {
    this.lines.push({ event, facts });
  }
}
