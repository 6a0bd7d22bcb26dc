// The program in a browser: the same core and renderer as in Electron, served at a loopback
// address.
import { fileURLToPath } from 'node:url';
import packageFile from '../package.json' with { type: 'json' };
import { createCore } from '#core/compose.ts';
import type { Log } from '#core/ports.ts';
import { confPreferences } from '#hosts/browser/conf-preferences.ts';
import { IdleStop } from '#hosts/browser/idle-stop.ts';
import { startLoopbackServer } from '#hosts/browser/loopback-server.ts';
import { onAddressRequest } from '#hosts/browser/on-address-request.ts';
import { openBrowser } from '#hosts/browser/open-browser.ts';
import { watchSleep } from '#hosts/browser/watch-sleep.ts';
import { openDataFolder } from '#hosts/desktop/data-folder.ts';
import { type Flags, parseFlags } from '#hosts/desktop/flags.ts';
import { type Ending, endOnBugs, printEnding, runProgram } from '#hosts/desktop/run-program.ts';
import { onStopSignal } from '#hosts/desktop/stop-signals.ts';
import { systemClock } from '#hosts/desktop/system-clock.ts';
import {
  areChangesRunning,
  areOrdersWaiting,
  countUnknownOrders,
  isExitRunning,
} from '#hosts/desktop/unknown-orders.ts';
import { type Desktop, openDesktop, serveDesktop } from './desktop.ts';

const urlOf = (file: string): URL => new URL(file, import.meta.url);
const say = (text: string): void => void process.stderr.write(`stratdesk: ${text}\n`);

let log: Log | null = null;
const end = (ending: Ending): never => {
  printEnding(ending);
  process.exit(ending.exitCode);
};

endOnBugs(() => log, end);
await runProgram(async () => {
  const flags = parseFlags(process.argv.slice(2), 'browser');
  const desktop = await openDesktop({
    host: 'browser',
    version: packageFile.version,
    flags,
    dataDir: openDataFolder(flags.dataDir),
    practiceWorker: urlOf('./practice-worker.js'),
    ingestWorker: urlOf('./ingest-worker.js'),
    openPreferences: confPreferences,
    createCore,
  });
  log = desktop.log;
  await serveDesktop(desktop, () => serve(flags, desktop));
}, end);

async function serve(flags: Flags, desktop: Desktop): Promise<void> {
  const stop = stopOnce(async (reason) => {
    desktop.log.info('stopping', { reason });
    idle.dispose();
    stopSleepWatch();
    await server.close();
    await desktop.close();
  });
  const idle = new IdleStop(systemClock, flags.idleMinutes, {
    mayStop: () =>
      countUnknownOrders(desktop.core) === 0 &&
      !areOrdersWaiting(desktop.core) &&
      isExitRunning(desktop.core) === false &&
      !areChangesRunning(desktop.core),
    stop: () => {
      say(`no page was open for ${flags.idleMinutes} minutes, so the program stopped.`);
      stop('idle');
    },
  });
  const stopSleepWatch = watchSleep(systemClock, () => desktop.core.wokeFromSleep());
  const server = await startLoopbackServer({
    core: desktop.core,
    log: desktop.log,
    rendererFolder: fileURLToPath(urlOf('../renderer/')),
    port: flags.port,
    onPages: (count) => idle.pagesChanged(count),
    clock: systemClock,
  });
  onStopSignal(stop, () => process.exit(130));
  announce(flags, server.newAddress());
  onAddressRequest(() => say(`another window: ${server.newAddress()}`));
  if (flags.opensBrowser) idle.pagesChanged(0);
}

/** With --json, stdout gets only this line of JSON. */
function announce(flags: Flags, url: string): void {
  if (flags.json) process.stdout.write(`${JSON.stringify({ host: 'browser', url })}\n`);
  else
    process.stdout.write(
      `Stratdesk runs. Open this address in a browser of this computer:\n  ${url}\nPress Enter for the address of another window.\n`,
    );
  if (flags.opensBrowser)
    openBrowser(url, (reason) => say(`no browser was opened (${reason}); open the address by hand.`));
}

/** Only the first call closes the program. */
function stopOnce(close: (reason: string) => Promise<void>): (reason: string) => void {
  let stopping = false;
  return (reason) => {
    if (stopping) return;
    stopping = true;
    close(reason).then(
      () => process.exit(0),
      (error: unknown) => {
        say(`closing failed: ${error instanceof Error ? error.message : 'unknown'}`);
        process.exit(1);
      },
    );
  };
}
