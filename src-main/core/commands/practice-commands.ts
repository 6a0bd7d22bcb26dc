import { done, failed } from '#contract/outcome.ts';
import type { CommandGroup } from './command-table.ts';
import type { CommandParts } from './command-parts.ts';

/** Controls of the simulated market. The practice service has them, and the platform does not. */
export function practiceCommands({ sessions, practice }: CommandParts): CommandGroup<'practice'> {
  const isOnPractice = (): boolean => sessions.current().profile.kind === 'practice';
  const notPractice = () => failed('not-practice', { code: 'practice.only' });
  return {
    'practice.set-price': async ({ symbol, price }) => {
      if (!isOnPractice()) return notPractice();
      const outcome = await practice.setPrice(symbol, price);
      return outcome.ok ? done({}) : failed(outcome.code, outcome.message);
    },
    'practice.advance': async ({ seconds }) => {
      if (!isOnPractice()) return notPractice();
      const outcome = await practice.advance(seconds);
      return outcome.ok ? done({}) : failed(outcome.code, outcome.message);
    },
  };
}
