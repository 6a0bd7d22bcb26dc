import { expect, it } from 'vitest';
import type { CommandParts } from '#core/commands/command-parts.ts';
import { readCommands } from '#core/commands/read-commands.ts';

it('choosing a commission plan fails with a message if the settings are too large', () => {
  const changed: string[] = [];
  const session = { profile: { id: 'p' }, commissionPlanChanged: (systemId: string) => void changed.push(systemId) };
  const parts = {
    ports: { random: { uuid: () => 'id' } },
    sessions: { current: () => session },
    preferences: { get: () => ({ plans: {} }), set: () => 'too-large' },
  };
  const commands = readCommands(parts as unknown as CommandParts);
  expect(commands['equity.choose']({ systemId: '7', plan: 'perTrade' })).toMatchObject({
    failure: { code: 'too-large', message: { code: 'preferences.too-large', limit: 4 } },
  });
  expect(changed).toEqual([]);
});
