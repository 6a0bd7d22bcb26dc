import type { PowerMonitor } from 'electron';
import type { Core } from '#core/ports.ts';
import { watchLinuxLock } from './linux-lock.ts';

type Deps = {
  readonly powerMonitor: Pick<PowerMonitor, 'on'>;
  readonly core: Pick<Core, 'call' | 'wokeFromSleep'>;
  readonly platform: NodeJS.Platform;
};

/**
 * Disarms when the screen is locked or the computer goes to sleep: another person may return to it,
 * and the market moves meanwhile. This needs no window. After sleep everything is read again. On
 * Linux the returned function stops watching the screen lock; elsewhere it does nothing.
 */
export function followPower({ powerMonitor, core, platform }: Deps): () => void {
  const disarm = (): void => void core.call('desk.disarm', { reason: 'lock' });
  // Electron reports a locked screen on macOS and Windows only.
  powerMonitor.on('lock-screen', disarm);
  powerMonitor.on('suspend', disarm);
  powerMonitor.on('resume', () => core.wokeFromSleep());
  return platform === 'linux' ? watchLinuxLock(disarm) : () => undefined;
}
