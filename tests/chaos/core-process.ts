// The real core as a process, controlled by its parent through messages. It loads everything and
// then waits for the start command, so that it can replace a killed process at once.
import { createCore } from '#core/compose.ts';
import type { Core, LogFacts, Ports } from '#core/ports.ts';
import { defaultPreferences, type Preferences } from '#contract/model/preferences.ts';
import type { Status } from '#contract/model/status.ts';
import { systemRandom } from '#hosts/desktop/system-random.ts';
import type { CoreOutcome, CoreStart, FromCore, ToCore } from './core-messages.ts';
import { JournalRoom } from './journal-room.ts';
import { resendLost } from './resend-lost.ts';
import { SimClock } from './sim-clock.ts';
import { watchRequests } from './watch-requests.ts';

const tell = (message: FromCore): void => void process.send?.(message);
const room = new JournalRoom();

class CoreProcess {
  #core: Core | null = null;
  #clock: SimClock | null = null;
  #passes = 0;
  /** For each unknown order that no status has shown yet: when it became unknown, machine ms. */
  #unshownSince: number[] = [];
  #lastUnknownCount = -1;
  #lastEntryOpen: boolean | null = null;
  #lastAlarms = '';

  async start(options: CoreStart): Promise<void> {
    const startedAt = performance.now();
    if (options.hasResendDefect) resendLost();
    if (options.reportsRequests) watchRequests((at) => tell({ is: 'began', at }));
    this.#clock = new SimClock(options.time, options.wallOffsetMs);
    const failPoint = (name: string): void => this.#passFailPoint(name, options);
    this.#core = await createCore({ ...portsOf(options, this.#clock), failPoint });
    this.#core.subscribe('status.changed', {}, ({ payload }) => this.#reportStatus(payload as Status, startedAt));
  }

  async handle(message: ToCore): Promise<void> {
    switch (message.do) {
      case 'start':
        return this.start(message.options);
      case 'call': {
        const outcome = (await this.#core?.call(message.name, message.input)) as CoreOutcome;
        return tell({ is: 'result', id: message.id, outcome });
      }
      case 'time':
        return this.#clock?.setTime(message.time);
      case 'wall':
        return this.#clock?.setWallOffset(message.offsetMs);
      case 'room':
        return room.setFreePages(message.pages);
      case 'measure':
        return tell({
          is: 'measured',
          memory: process.memoryUsage(),
          handles: process.getActiveResourcesInfo().length,
        });
      case 'close':
        await this.#core?.close();
        tell({ is: 'closed' });
        process.disconnect();
    }
  }

  #passFailPoint(name: string, { failPoint }: CoreStart): void {
    if (name === 'order.lost.written' || name === 'order.found-at-start.written')
      this.#unshownSince.push(performance.now());
    if (name !== failPoint?.name) return;
    this.#passes += 1;
    if (this.#passes === failPoint.nth) process.kill(process.pid, 'SIGKILL');
  }

  #reportStatus({ orderEntry, unknownOrders, notices }: Status, startedAt: number): void {
    const now = performance.now();
    if (this.#lastUnknownCount === -1) tell({ is: 'started', unknownCount: unknownOrders, shownMs: now - startedAt });
    if (unknownOrders > 0) for (const at of this.#unshownSince) tell({ is: 'unknown-shown', ms: now - at });
    this.#unshownSince = [];
    const alarms = notices.flatMap(({ level, changeId }) => (level === 'danger' ? (changeId ?? []) : []));
    const isSame = unknownOrders === this.#lastUnknownCount && orderEntry.open === this.#lastEntryOpen;
    if (isSame && alarms.join() === this.#lastAlarms) return;
    this.#lastUnknownCount = unknownOrders;
    this.#lastEntryOpen = orderEntry.open;
    this.#lastAlarms = alarms.join();
    tell({ is: 'status', isOrderEntryOpen: orderEntry.open, unknown: unknownOrders, alarms });
  }
}

function portsOf({ dataDir, practice, ingestWorker }: CoreStart, clock: SimClock): Ports {
  let preferences: Preferences = defaultPreferences;
  const secrets = new Map<string, string>();
  const note = (event: string, facts?: LogFacts): void =>
    tell({ is: 'logged', event, facts: JSON.stringify(facts ?? {}) });
  return {
    clock,
    random: systemRandom,
    secrets: {
      state: () => ({ persistent: true, text: { code: 'secrets.stored' } }),
      get: (account) => Promise.resolve(secrets.get(account) ?? null),
      set: (account, secret) => {
        secrets.set(account, secret);
        return Promise.resolve('session');
      },
      delete: (account) => {
        secrets.delete(account);
        return Promise.resolve('deleted');
      },
    },
    preferences: { read: () => preferences, write: (value) => void (preferences = value) },
    log: { info: () => undefined, warn: () => undefined, error: note },
    dataDir,
    practice,
    ingestWorker: new URL(ingestWorker),
    app: { version: '0.0.0', host: 'browser' },
  };
}

const core = new CoreProcess();
// An exception ends the process with its stack: a crash is a finding.
process.on('message', (message) => void core.handle(message as ToCore));
process.on('disconnect', () => process.exit());
tell({ is: 'loaded' });
