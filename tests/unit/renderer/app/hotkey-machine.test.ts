import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { keyDown, keyUp, noKeys, type HotkeyFacts } from '#renderer/app/hotkey-machine.ts';

const facts = (changes: Partial<HotkeyFacts> = {}): HotkeyFacts => ({
  code: 'KeyB',
  combo: 'Alt+B',
  repeat: false,
  composing: false,
  inField: false,
  modal: false,
  focused: true,
  used: false,
  ...changes,
});

describe('a key going down', () => {
  it('acts once, and again only after its key up', () => {
    const first = keyDown(noKeys, facts());
    expect(first.mayAct).toBe(true);
    expect(keyDown(first.keysDown, facts()).mayAct).toBe(false);
    expect(keyDown(keyUp(first.keysDown, 'KeyB'), facts()).mayAct).toBe(true);
  });

  it.each(['repeat', 'composing', 'inField', 'modal', 'used'] as const)('does nothing if "%s" is true', (name) => {
    expect(keyDown(noKeys, facts({ [name]: true })).mayAct).toBe(false);
  });

  it('does nothing in a window without the focus, nor as a modifier alone', () => {
    expect(keyDown(noKeys, facts({ focused: false })).mayAct).toBe(false);
    expect(keyDown(noKeys, facts({ combo: null })).mayAct).toBe(false);
  });

  it('does nothing on a repeat of a key that is not known to be down, as after the focus came back', () => {
    expect(keyDown(noKeys, facts({ repeat: true })).mayAct).toBe(false);
  });

  it('acts once in 60 s of key repeat at 30 Hz, with or without the repeat flag', () => {
    for (const isMarked of [true, false]) {
      let keysDown = noKeys;
      let actCount = 0;
      for (let n = 0; n < 1_800; n++) {
        const next = keyDown(keysDown, facts({ repeat: isMarked && n > 0 }));
        keysDown = next.keysDown;
        actCount += next.mayAct ? 1 : 0;
      }
      expect(actCount).toBe(1);
      console.log(`P4: 1,800 key repeats (${isMarked ? 'marked' : 'not marked'} by the system): ${actCount} act`);
    }
  });

  it('acts at most once between two key ups, in any order of events', () => {
    const event = fc.record({ code: fc.constantFrom('KeyB', 'KeyS'), up: fc.boolean(), repeat: fc.boolean() });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        let keysDown = noKeys;
        const actCounts = new Map<string, number>();
        for (const { code, up, repeat } of events) {
          if (up) {
            keysDown = keyUp(keysDown, code);
            actCounts.set(code, 0);
            continue;
          }
          const next = keyDown(keysDown, facts({ code, repeat }));
          keysDown = next.keysDown;
          actCounts.set(code, (actCounts.get(code) ?? 0) + (next.mayAct ? 1 : 0));
          expect(actCounts.get(code)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
