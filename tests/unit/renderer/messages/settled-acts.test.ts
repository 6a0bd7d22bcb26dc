import { expect, test } from 'vitest';
import { words } from '#renderer/messages/words.ts';

test.each(['stopAutoTrade', 'changeSystemAttribute', 'subscribeToStrategy', 'changePersonAttribute'])(
  'the notice that a newer change replaced %s names that command in words',
  (command) => {
    const text = words({ code: 'act.settled', command, by: 'newer' });
    expect(text).toMatch(/^Replaced by a newer change: ./);
  },
);
