import { expect, test } from 'vitest';
import { words } from '#renderer/messages/words.ts';

test.each(['stopAutoTrade', 'changeSystemAttribute', 'subscribeToStrategy', 'changePersonAttribute'])(
  'the notice of %s, which a newer change overtook, names what it changed',
  (command) => {
    const text = words({ code: 'act.settled', command, by: 'newer' });
    expect(text).toMatch(/^Replaced by a newer change: ./);
  },
);
