import type { PowerMonitor } from 'electron';
import type { Core } from '#core/ports.ts';

/**
 * Disarms when the screen is locked or the machine goes to sleep: whoever comes back may be somebody else, and the market
 * has gone on meanwhile. It does not wait for a window.
 */
export function disarmOnLock(powerMonitor: Pick<PowerMonitor, 'on'>, core: Pick<Core, 'call'>): void {
  const disarm = (): void => void core.call('desk.disarm', { reason: 'lock' });
  powerMonitor.on('lock-screen', disarm);
  powerMonitor.on('suspend', disarm);
}
