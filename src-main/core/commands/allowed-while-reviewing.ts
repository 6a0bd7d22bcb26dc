// A review bundle is read-only at the door of every command: what is not named here is refused while one is shown, so that a
// command which is added later can not reach an order, a connection or a note of anybody by mistake.
import type { CommandName } from '#contract/commands.ts';

const allowed: ReadonlySet<CommandName> = new Set<CommandName>([
  'app.info',
  'profiles.list',
  'preferences.get',
  'preferences.set',
  'strategies.list',
  'strategies.details',
  'sync.watch',
  'signals.list',
  'signals.windows',
  'orders.staged',
  'orders.probed',
  'positions.list',
  'trades.query',
  'trades.sum',
  'trades.components',
  'history.moments',
  'history.account',
  'history.compare',
  'equity.get',
  'review.report',
  'notes.list',
  'notes.get',
  'notes.tags',
  'notes.search',
  'notes.image',
  'desired.get',
  'activity.query',
  'shortcuts.set',
  'notices.dismiss',
  // The switch is the own desk's, and stopping it never waits for anything.
  'risk.get',
  'risk.kill',
  'risk.release',
  'desk.disarm',
  'bundle.part',
  'bundle.discard',
  'bundle.receive',
  'bundle.open',
  'bundle.cancel',
  'bundle.close',
]);

export const isAllowedWhileReviewing = (name: CommandName): boolean => allowed.has(name);
