import { done, failed } from '#contract/outcome.ts';
import type { CommandGroup } from './command-table.ts';
import type { CommandParts } from './command-parts.ts';

type Group = CommandGroup<'risk'> & CommandGroup<'desk'> & CommandGroup<'acts'>;

export function deskCommands({ risk, sessions }: CommandParts): Group {
  // Kill switch and arming belong to the trader's own session, even while a bundle is shown.
  const session = () => sessions.inUse();
  const guardState = () => done(session().guard());
  return {
    'risk.get': guardState,
    'risk.set': ({ caps }) =>
      risk.setCaps(session().mode, caps) ? guardState() : failed('not-stored', { code: 'risk.limits-not-written' }),
    'risk.set-precautions': ({ precautions }) =>
      risk.setPrecautions(session().mode, precautions)
        ? guardState()
        : failed('not-stored', { code: 'risk.precautions-not-written' }),
    'risk.kill': ({ reason }) => {
      risk.kill(reason);
      for (const openSession of sessions.all()) {
        openSession.arming.disarm('kill-switch');
        openSession.desk.holdNewRisk(risk.killReason() ?? '');
      }
      // The switch is on even when no desk is open.
      return sessions.inUseOrNull() === null
        ? failed('no-connection', { code: 'risk.killed-without-connection' })
        : guardState();
    },
    'risk.release': () => {
      const ownSession = session();
      return risk.release() ? done(ownSession.guard()) : failed('not-stored', { code: 'kill.not-released' });
    },
    'desk.arm': ({ systemId }) => {
      const refusal = session().armRefusal(systemId);
      if (refusal) return failed(refusal.code, refusal.message);
      session().arming.arm(systemId);
      return guardState();
    },
    'acts.give-up': ({ intentId }) =>
      session().acts.giveUp(intentId) ? done({}) : failed('not-unknown', { code: 'act.not-unknown' }),
    'acts.list': () => done({ acts: sessions.current().acts.actsForWindow() }),
    'desk.disarm': ({ reason }) => {
      session().arming.disarm(reason);
      return guardState();
    },
  };
}
